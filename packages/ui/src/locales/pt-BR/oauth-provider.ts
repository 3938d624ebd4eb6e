/** The Brazilian Portuguese texts of the OAuth provider. */

import type { OAuthProviderTexts } from "../../oauth-provider/texts.ts";

/** Texts for `oauthProviderUi`. */
export const oauthProvider: OAuthProviderTexts = {
  unnamed: "App sem nome",
  title: "Permitir o acesso de {app}?",
  text: "{app} quer usar sua conta {site}.",
  unverified: "App não verificado",
  unverifiedText:
    "Qualquer pessoa pode registrar um aplicativo com qualquer nome. Continue apenas se você mesmo iniciou isto e confia em {host}.",
  signedInAs: "Conectado como",
  otherAccount: "Não é você?",
  can: "{app} poderá:",
  cannot: "{app} não poderá:",
  limits: {
    password: "Ver sua senha",
    account: "Alterar seus métodos de login nem excluir sua conta",
  },
  scopes: {
    openid: "Confirmar que é você",
    profile: "Ver seu nome e sua foto",
    email: "Ver seu e-mail",
    offline_access: "Manter este acesso quando você não estiver usando o aplicativo",
    organization: "Ver a organização que você escolher e sua função nela",
  },
  returnTo: "Você continuará em {hosts}.",
  returnToDevice: "Você continuará em um aplicativo neste dispositivo.",
  privacy: "Política de privacidade",
  terms: "Termos de serviço",
  allow: "Permitir",
  endedTitle: "Esta solicitação não é mais válida",
  endedText: "Ela expirou ou já foi respondida. Volte ao aplicativo e comece novamente.",
  toAccount: "Ir para sua conta",
  chooseTitle: "Escolha uma conta",
  chooseText: "Você continuará com ela em {app}.",
  chooseOther: "Usar outra conta",
  errorTitle: "Não foi possível conectar o aplicativo",
  errorAdvice: "Volte ao aplicativo e tente novamente. Se não resolver, fale com o desenvolvedor do aplicativo.",
  requestErrors: {
    unknown: "O aplicativo enviou uma solicitação que não pode ser respondida.",
    invalid_client: "O aplicativo não está registrado aqui, ou o acesso dele está desativado.",
    invalid_request: "A solicitação está incompleta, expirou ou leva a uma página que o aplicativo não registrou.",
    invalid_request_uri: "A solicitação do aplicativo expirou ou já foi usada.",
  },
  errors: {
    INVALID_OAUTH_REQUEST: "Esta solicitação não é mais válida. Volte ao aplicativo e comece novamente.",
    INVALID_SCOPE: "O aplicativo não pediu uma destas permissões.",
    OAUTH_CLIENT_NOT_FOUND: "Este aplicativo não existe mais.",
  },
};
