/** The Spanish texts of the OAuth provider. */

import type { OAuthProviderTexts } from "../../oauth-provider/texts.ts";

/** Texts for `oauthProviderUi`. */
export const oauthProvider: OAuthProviderTexts = {
  unnamed: "Aplicación sin nombre",
  title: "¿Permitir el acceso a {app}?",
  text: "{app} quiere usar tu cuenta de {site}.",
  unverified: "Aplicación no verificada",
  unverifiedText:
    "Cualquiera puede registrar una aplicación con cualquier nombre. Continúa solo si lo has iniciado tú y confías en {host}.",
  signedInAs: "Sesión iniciada como",
  otherAccount: "¿No eres tú?",
  can: "{app} podrá:",
  cannot: "{app} no podrá:",
  limits: {
    password: "Ver tu contraseña",
    account: "Cambiar tus métodos de inicio de sesión ni eliminar tu cuenta",
  },
  scopes: {
    openid: "Confirmar que eres tú",
    profile: "Ver tu nombre y tu imagen",
    email: "Ver tu correo electrónico",
    offline_access: "Conservar este acceso mientras no la usas",
    organization: "Ver la organización que elijas y tu rol en ella",
  },
  returnTo: "Continuarás en {hosts}.",
  returnToDevice: "Continuarás en una aplicación de este dispositivo.",
  privacy: "Política de privacidad",
  terms: "Términos del servicio",
  allow: "Permitir",
  endedTitle: "Esta solicitud ya no es válida",
  endedText: "Ha caducado o ya se ha respondido. Vuelve a la aplicación y empieza de nuevo.",
  toAccount: "Ir a tu cuenta",
  chooseTitle: "Elige una cuenta",
  chooseText: "Continuarás con ella en {app}.",
  chooseOther: "Usar otra cuenta",
  errorTitle: "No se pudo conectar la aplicación",
  errorAdvice: "Vuelve a la aplicación e inténtalo de nuevo. Si no funciona, contacta con su desarrollador.",
  requestErrors: {
    unknown: "La aplicación ha enviado una solicitud que no se puede responder.",
    invalid_client: "La aplicación no está registrada aquí o su acceso está desactivado.",
    invalid_request:
      "La solicitud está incompleta, ha caducado o lleva a una página que la aplicación no ha registrado.",
    invalid_request_uri: "La solicitud de la aplicación ha caducado o ya se ha usado.",
  },
  errors: {
    INVALID_OAUTH_REQUEST: "Esta solicitud ya no es válida. Vuelve a la aplicación y empieza de nuevo.",
    INVALID_SCOPE: "La aplicación no ha pedido uno de estos permisos.",
    OAUTH_CLIENT_NOT_FOUND: "Esta aplicación ya no existe.",
  },
};
