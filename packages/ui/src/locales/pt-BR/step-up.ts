/** The Brazilian Portuguese texts of step-up authentication. */

import type { StepUpTexts } from "../../step-up/texts.ts";

/** Texts for `stepUpUi`. */
export const stepUp: StepUpTexts = {
  devices: {
    recognized: "Dispositivo reconhecido",
    text: "Não enviamos e-mails sobre logins neste dispositivo.",
    forget: "Esquecer",
    forgetLabel: "Esquecer {device}",
    forgotten: "Dispositivo esquecido. Enviaremos um e-mail sobre o próximo login nele.",
  },
  cooldown: {
    title: "Sua conta foi recuperada recentemente por e-mail",
    text: "Para proteger você caso outra pessoa tenha lido seus e-mails, até {time} não é possível alterar o e-mail, o número de telefone, as chaves de acesso, a autenticação de dois fatores e as contas conectadas.",
    textWithDeletion:
      "Para proteger você caso outra pessoa tenha lido seus e-mails, até {time} não é possível alterar o e-mail, o número de telefone, as chaves de acesso, a autenticação de dois fatores e as contas conectadas, nem excluir sua conta.",
    passkey: "Para fazer isso agora, entre com uma chave de acesso.",
  },
  notMe: {
    title: "Não foi você?",
    text: "Vamos desconectar todos os dispositivos e enviar um link para definir uma nova senha.",
    textWithoutReset: "Vamos desconectar todos os dispositivos.",
    submit: "Proteger minha conta",
    wasMe: "Fui eu",
    doneTitle: "Sua conta está protegida",
    doneWithEmail:
      "Todos os dispositivos foram desconectados. Procure no seu e-mail o link para definir uma nova senha.",
    signedOutTitle: "Todos os dispositivos foram desconectados",
    resetText: "Sua senha não mudou. Redefina-a para que mais ninguém possa entrar com ela.",
    changeText: "Sua senha não mudou. Entre e altere-a para que mais ninguém possa usá-la.",
    invalidTitle: "Este link não é mais válido",
    invalidText: "Ele já foi usado ou tem mais de 7 dias. Se você não reconhece um login, redefina sua senha.",
    invalidTextWithoutReset:
      "Ele já foi usado ou tem mais de 7 dias. Se você não reconhece um login, entre e verifique suas sessões ativas.",
    signIn: "Entrar",
    resetPassword: "Redefinir senha",
  },
  errors: {
    ACCOUNT_RECENTLY_RECOVERED:
      "Sua conta foi recuperada recentemente por e-mail. Você poderá alterar seus métodos de login quando o tempo de espera terminar.",
  },
};
