/** The Brazilian Portuguese texts of codes, links, phone numbers, guests, and several accounts. */

import type { AnonymousTexts } from "../../anonymous/texts.ts";
import type { EmailOtpTexts } from "../../email-otp/texts.ts";
import type { MagicLinkTexts } from "../../magic-link/texts.ts";
import type { MultiSessionTexts } from "../../multi-session/texts.ts";
import type { PasskeySignInTexts } from "../../passkey/sign-in-texts.ts";
import type { PhoneSignInTexts } from "../../phone-number/sign-in-texts.ts";
import { twoFactor } from "./two-factor.ts";

/** The Brazilian Portuguese texts of codes by email. */
export const emailOtp: EmailOtpTexts = {
  signIn: "Enviar um código por e-mail",
  signUp: "Cadastrar-se com um código por e-mail",
  title: "Confira seu e-mail",
  text: "Informe o código que enviamos para este e-mail.",
  change: "Usar outro e-mail",
  errors: {
    INVALID_OTP: "Este código está incorreto. Tente novamente.",
    OTP_EXPIRED: "Este código expirou. Solicite um novo.",
    TOO_MANY_ATTEMPTS: "Muitos códigos incorretos. Solicite um novo.",
    INVALID_OTP_TYPE: "Este código não pode ser usado aqui.",
    EMAIL_ALREADY_IN_USE: "Este e-mail já está em uso. Tente outro.",
  },
};

/** The Brazilian Portuguese texts of sign-in links. */
export const magicLink: MagicLinkTexts = {
  signIn: "Enviar um link de login por e-mail",
  signUp: "Cadastrar-se com um link por e-mail",
  sentTitle: "Confira seu e-mail",
  sentText: "Abra o link neste navegador para continuar. Enviamos para este e-mail.",
  change: "Usar outro e-mail",
  confirm: {
    title: "Continuar o login?",
    text: "Continue somente se você solicitou este link. Você entrará nesta conta.",
    otherAccount: "Você entrou como {email}. Com este link, você entrará em outra conta.",
    submit: "Entrar",
    invalidTitle: "Este link não é mais válido",
    invalidText:
      "Ele expirou, já foi usado ou precisa ser aberto no navegador em que você o solicitou. Solicite um novo link para continuar.",
    again: "Solicitar um novo link",
  },
  errors: {
    new_user_signup_disabled: "Você ainda não tem uma conta, e o cadastro está fechado no momento.",
    failed_to_create_user: "Não foi possível criar sua conta. Tente novamente em instantes.",
    failed_to_create_session: "Ocorreu um erro. Tente novamente em instantes.",
  },
};

/** The Brazilian Portuguese texts of signing in with a passkey. */
export const passkeySignIn: PasskeySignInTexts = {
  signIn: { button: "Entrar com uma chave de acesso" },
  signUp: {
    button: "Cadastrar-se com uma chave de acesso",
    text: "Use sua digital, seu rosto ou o bloqueio de tela em vez de uma senha.",
    submit: "Criar conta",
  },
  backupCodes: twoFactor.backupCodes,
  recovery: {
    button: "Usar um código de backup",
    title: "Usar um código de backup",
    text: "Perdeu sua chave de acesso? Informe um dos seus códigos de backup para criar outra. Você sairá de todos os outros dispositivos.",
    code: "Código de backup",
    submit: "Criar uma chave de acesso",
  },
  nudge: {
    title: "Entre mais rápido da próxima vez",
    text: "Adicione uma chave de acesso para entrar com sua digital, seu rosto ou o bloqueio de tela.",
    add: "Adicionar uma chave de acesso",
    later: "Agora não",
  },
  secondFactor: {
    choose: "Usar uma chave de acesso",
    text: "Confirme que é você com sua chave de acesso.",
    submit: "Continuar com a chave de acesso",
  },
};

/** The Brazilian Portuguese texts of signing in with a phone number. */
export const phoneSignIn: PhoneSignInTexts = {
  signIn: {
    button: "Entrar com seu telefone",
    signUpButton: "Cadastrar-se com seu telefone",
    title: "Informe seu número de telefone",
    text: "Enviaremos um código por SMS. Podem ser cobradas tarifas.",
    country: "País",
    number: "Número de telefone",
    submit: "Enviar um código por SMS",
    codeTitle: "Confira seu telefone",
    codeText: "Informe o código que enviamos para este número.",
    change: "Usar outro número",
  },
};

/** The Brazilian Portuguese texts of guests. */
export const anonymous: AnonymousTexts = {
  signIn: "Continuar como convidado",
  banner: {
    label: "Conta de convidado",
    text: "Você está usando uma conta de convidado. Crie uma conta para manter seus dados.",
    signUp: "Criar conta",
    signIn: "Entrar",
  },
  signOut: {
    title: "Sair da conta de convidado?",
    text: "Você perderá o acesso aos seus dados, porque ninguém pode entrar novamente em uma conta de convidado. Crie uma conta para mantê-los.",
    confirm: "Sair",
  },
  errors: {
    ANONYMOUS_USERS_CANNOT_SIGN_IN_AGAIN_ANONYMOUSLY: "Você já está usando uma conta de convidado.",
    INVALID_EMAIL_FORMAT: "Não foi possível criar uma conta de convidado. Entre em contato com o suporte.",
    DELETE_ANONYMOUS_USER_DISABLED: "Contas de convidado não podem ser excluídas aqui.",
    USER_IS_NOT_ANONYMOUS: "Sua conta não é uma conta de convidado.",
  },
};

/** The Brazilian Portuguese texts of several accounts in one browser. */
export const multiSession: MultiSessionTexts = {
  others: "Outras contas",
  add: "Adicionar conta",
  signOutAll: "Sair de todas as contas",
  switched: "Agora você entrou como {name}.",
  choose: "Escolha uma conta",
  signOutOf: "Sair de {name}",
  errors: {
    INVALID_SESSION_TOKEN: "A sessão desta conta foi encerrada. Entre nela novamente.",
  },
};
