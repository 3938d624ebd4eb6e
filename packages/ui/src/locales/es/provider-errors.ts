/** The Spanish texts of errors at a provider, by callback code. */

import type { SocialTexts } from "../../texts/social.ts";

const notSetUp = "El inicio de sesión con este proveedor no está bien configurado. Contacta con soporte.";

/** The Spanish texts of errors at a provider, by callback code. */
export const providerErrors: SocialTexts["social"]["errors"] = {
  unknown: "No se pudo iniciar sesión con ese proveedor. Inténtalo de nuevo o usa otro método.",
  invalid_callback_request: "El proveedor ha enviado una respuesta no válida. Vuelve a empezar.",
  state_not_found: "No se pudo verificar este intento de inicio de sesión. Vuelve a empezar.",
  please_restart_the_process:
    "Este intento de inicio de sesión ha caducado, ya se ha usado o se inició en otro navegador. Vuelve a empezar.",
  no_code: "El proveedor no ha completado el inicio de sesión. Inténtalo de nuevo.",
  no_callback_url: "No pudimos llevarte de vuelta al punto de partida. Vuelve a empezar.",
  oauth_provider_not_found: "Este método de inicio de sesión no está disponible.",
  invalid_code: "El proveedor no pudo confirmar tu identidad. Inténtalo de nuevo.",
  issuer_missing: "No se pudo verificar la respuesta del proveedor. Inténtalo de nuevo.",
  issuer_mismatch: "La respuesta procede de un proveedor distinto al que has elegido. Vuelve a empezar.",
  unable_to_get_user_info: "No se pudo obtener tu perfil del proveedor. Inténtalo de nuevo en unos instantes.",
  email_not_found:
    "El proveedor no ha compartido tu correo electrónico. Permite el acceso a él o usa otro método de inicio de sesión.",
  email_required:
    "El proveedor no ha compartido tu correo electrónico, que necesitamos para iniciar tu sesión. Vuelve a empezar e introdúcelo.",
  email_not_verified:
    "Verifica primero tu correo electrónico. Abre el enlace que te hemos enviado y vuelve a iniciar sesión.",
  email_does_not_match: "Esta cuenta usa otro correo electrónico, por lo que no se puede conectar a la tuya.",
  account_already_linked_to_different_user: "Esa cuenta ya está conectada a otro usuario. Desconéctala primero allí.",
  unable_to_link_account: "No se pudo conectar esta cuenta. Inténtalo de nuevo.",
  session_not_fresh: "Confirma que eres tú y vuelve a conectar la cuenta.",
  account_not_linked:
    "Ya existe una cuenta con este correo electrónico. Inicia sesión como de costumbre y luego conecta este proveedor en la configuración de tu cuenta.",
  signup_disabled: "Aún no tienes una cuenta y no puedes registrarte con este proveedor.",
  unable_to_create_user: "No se pudo crear tu cuenta. Inténtalo de nuevo o usa otro método de inicio de sesión.",
  unable_to_create_session: "No se pudo iniciar sesión. Inténtalo de nuevo en unos instantes.",
  internal_server_error: "Se ha producido un error en nuestro sistema. Inténtalo de nuevo en unos instantes.",
  access_denied: "Has cancelado el inicio de sesión o el proveedor lo ha rechazado. No ha cambiado nada.",
  login_required: "Inicia sesión primero en el proveedor y vuelve a intentarlo.",
  interaction_required: "El proveedor necesita más información. Inténtalo de nuevo.",
  account_selection_required: "Elige una cuenta en el proveedor y vuelve a intentarlo.",
  consent_required: "El proveedor necesita primero tu consentimiento. Inténtalo de nuevo.",
  server_error: "Se ha producido un error en el proveedor. Inténtalo de nuevo en unos instantes.",
  temporarily_unavailable: "El proveedor no está disponible temporalmente. Inténtalo de nuevo en unos instantes.",
  invalid_request: notSetUp,
  invalid_scope: notSetUp,
  unauthorized_client: notSetUp,
  unsupported_response_type: notSetUp,
};
