/** The Brazilian Portuguese texts of phone numbers. */

import type { PhoneNumberTexts } from "../../phone-number/texts.ts";
import { phoneSignIn } from "./passwordless.ts";

/** Texts for `phoneNumberUi`. */
export const phoneNumber: PhoneNumberTexts = {
  ...phoneSignIn,
  label: "Número de telefone",
  settings: {
    none: "Não definido",
    add: "Adicionar",
    change: "Alterar",
    remove: "Remover",
    addTitle: "Adicionar um número de telefone",
    addText: "Enviaremos um código por SMS para verificar o número. Depois, você poderá entrar com ele.",
    hint: "Com o código do país, por exemplo +55 11 91234-5678.",
    hintWithCountry: "Para um número de outro país, comece com + e o código do país.",
    send: "Enviar um código por SMS",
    codeTitle: "Informe o código",
    codeText: "Enviamos um código para {phoneNumber}.",
    code: "Código de verificação",
    codeHint: "{digits} dígitos",
    verify: "Verificar número",
    sendAgain: "Enviar novamente",
    sendAgainIn: "Enviar novamente em {seconds} s",
    sent: "Código enviado.",
    back: "Voltar",
    saved: "Número de telefone salvo.",
    removeTitle: "Remover {phoneNumber}?",
    removeText: "Você não poderá mais entrar com este número.",
    removed: "Número de telefone removido.",
    last: "Este é seu único método de login. Adicione outro antes de removê-lo.",
  },
  errors: {
    INVALID_PHONE_NUMBER: "Confira o número. Ele precisa ser de celular, e alguns países não são atendidos.",
    PHONE_NUMBER_EXIST: "Outra conta usa este número.",
    PHONE_NUMBER_CANNOT_BE_UPDATED: "Um número precisa ser verificado com um código.",
    INVALID_PHONE_NUMBER_OR_PASSWORD: "Número de telefone ou senha incorretos. Tente novamente.",
    INVALID_OTP: "Este código está incorreto. Tente novamente.",
    OTP_NOT_FOUND: "Este código não é mais válido. Solicite um novo.",
    OTP_EXPIRED: "Este código expirou. Solicite um novo.",
    TOO_MANY_ATTEMPTS: "Muitos códigos incorretos. Solicite um novo.",
    SEND_OTP_NOT_IMPLEMENTED: "Mensagens SMS não estão disponíveis.",
    VERIFIED_EMAIL_REQUIRED:
      "Entre uma vez com seu e-mail neste dispositivo. Depois, você poderá usar seu número de telefone.",
    UNEXPECTED_ERROR: "Não foi possível redefinir sua senha. Tente novamente.",
    CANNOT_REMOVE_LAST_SIGN_IN_METHOD: "Você não pode remover seu único método de login. Adicione outro primeiro.",
    FAILED_TO_CREATE_USER: "Não foi possível criar sua conta. Tente novamente.",
  },
};
