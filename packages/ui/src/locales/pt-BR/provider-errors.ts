/** The Brazilian Portuguese texts of errors at a provider, by callback code. */

import type { SocialTexts } from "../../texts/social.ts";

const notSetUp = "O login com este provedor não está configurado corretamente. Entre em contato com o suporte.";

/** The Brazilian Portuguese texts of errors at a provider, by callback code. */
export const providerErrors: SocialTexts["social"]["errors"] = {
  unknown: "Não foi possível entrar com esse provedor. Tente novamente ou use outro método de login.",
  invalid_callback_request: "O provedor enviou uma resposta inválida. Comece novamente.",
  state_not_found: "Não foi possível verificar esta tentativa de login. Comece novamente.",
  please_restart_the_process:
    "Esta tentativa de login expirou, já foi usada ou foi iniciada em outro navegador. Comece novamente.",
  no_code: "O provedor não concluiu o login. Tente novamente.",
  no_callback_url: "Não foi possível levar você de volta ao ponto de partida. Comece novamente.",
  oauth_provider_not_found: "Este método de login não está disponível.",
  invalid_code: "O provedor não conseguiu confirmar sua identidade. Tente novamente.",
  issuer_missing: "Não foi possível verificar a resposta do provedor. Tente novamente.",
  issuer_mismatch: "A resposta veio de um provedor diferente do que você escolheu. Comece novamente.",
  unable_to_get_user_info: "Não foi possível obter seu perfil do provedor. Tente novamente em instantes.",
  email_not_found: "O provedor não compartilhou seu e-mail. Permita o acesso a ele ou use outro método de login.",
  email_required:
    "O provedor não compartilhou seu e-mail, que é necessário para você entrar. Comece novamente e informe-o.",
  email_not_verified: "Verifique seu e-mail primeiro. Abra o link que enviamos e entre novamente.",
  email_does_not_match: "Esta conta usa outro e-mail, por isso não pode ser conectada à sua.",
  account_already_linked_to_different_user:
    "Essa conta já está conectada a outro usuário. Desconecte-a de lá primeiro.",
  unable_to_link_account: "Não foi possível conectar esta conta. Tente novamente.",
  session_not_fresh: "Confirme que é você e conecte a conta novamente.",
  account_not_linked:
    "Já existe uma conta com este e-mail. Entre como de costume e depois conecte este provedor nas configurações da conta.",
  signup_disabled: "Você ainda não tem uma conta e não é possível se cadastrar com este provedor.",
  unable_to_create_user: "Não foi possível criar sua conta. Tente novamente ou use outro método de login.",
  unable_to_create_session: "Não foi possível entrar. Tente novamente em instantes.",
  internal_server_error: "Ocorreu um erro do nosso lado. Tente novamente em instantes.",
  access_denied: "Você cancelou o login ou o provedor o recusou. Nada foi alterado.",
  login_required: "Entre primeiro no provedor e tente novamente.",
  interaction_required: "O provedor precisa de mais informações suas. Tente novamente.",
  account_selection_required: "Escolha uma conta no provedor e tente novamente.",
  consent_required: "O provedor precisa primeiro do seu consentimento. Tente novamente.",
  server_error: "Ocorreu um erro no provedor. Tente novamente em instantes.",
  temporarily_unavailable: "O provedor está temporariamente indisponível. Tente novamente em instantes.",
  invalid_request: notSetUp,
  invalid_scope: notSetUp,
  unauthorized_client: notSetUp,
  unsupported_response_type: notSetUp,
};
