/** The Brazilian Portuguese texts of passkeys. */

import type { PasskeyTexts } from "../../passkey/texts.ts";
import { passkeySignIn } from "./passwordless.ts";
import { twoFactor } from "./two-factor.ts";

const { codesLeft, noCodesLeft, newCodes, newCodesTitle, newCodesText } = twoFactor.settings;

/** Texts for `passkeyUi`. */
export const passkey: PasskeyTexts = {
  ...passkeySignIn,
  settings: {
    codesLeft,
    noCodesLeft,
    newCodes,
    newCodesTitle,
    newCodesText,
    backupCodes: "Códigos de backup das chaves de acesso",
    title: "Chaves de acesso",
    none: "Entre com sua digital, seu rosto ou o bloqueio de tela em vez de uma senha.",
    add: "Adicionar chave de acesso",
    unnamed: "Chave de acesso",
    synced: "Sincronizada",
    notSynced: "Somente em um dispositivo",
    lastUsed: "Último uso: {time}",
    added: "Adicionada em {date}",
    manage: "Gerenciar {name}",
    rename: "Renomear",
    renameTitle: "Renomear chave de acesso",
    renameText: "Escolha um nome que indique onde a chave de acesso está guardada.",
    name: "Nome",
    save: "Salvar",
    remove: "Remover",
    removeTitle: "Remover {name}?",
    removeText:
      "Você não poderá mais entrar com esta chave de acesso. Os dispositivos que entraram com ela serão desconectados. Esta ação não pode ser desfeita.",
    addedDone: "Chave de acesso adicionada.",
    removed: "Chave de acesso removida.",
    last: "Este é seu único método de login. Adicione outro para poder entrar se o perder.",
    full: "Você tem {max} chaves de acesso, o máximo. Remova uma para adicionar outra.",
  },
  proof: {
    label: "Usar uma chave de acesso",
    text: "Use sua chave de acesso para continuar.",
    submit: "Usar chave de acesso",
  },
  errors: {
    AUTH_CANCELLED: "A solicitação da chave de acesso foi cancelada ou expirou. Tente novamente.",
    NOT_SUPPORTED: "Este navegador não oferece suporte a chaves de acesso.",
    ALREADY_REGISTERED: "Este dispositivo já tem uma chave de acesso para sua conta.",
    CHALLENGE_NOT_FOUND: "Demorou demais. Tente novamente.",
    FAILED_TO_VERIFY_REGISTRATION: "Não foi possível verificar a chave de acesso. Tente novamente.",
    AUTHENTICATION_FAILED: "Não foi possível verificar a chave de acesso. Tente novamente.",
    PASSKEY_NOT_FOUND: "Esta chave de acesso não funciona mais. Ela foi removida da conta.",
    PREVIOUSLY_REGISTERED: "Esta chave de acesso já foi adicionada.",
    TOO_MANY_PASSKEYS: "Você atingiu o número máximo de chaves de acesso. Remova uma primeiro.",
    CANNOT_REMOVE_LAST_SIGN_IN_METHOD: "Você não pode remover seu único método de login. Adicione outro primeiro.",
    YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: "Sua sessão mudou. Tente novamente.",
    INVALID_BACKUP_CODE: "Este código de backup está incorreto ou já foi usado.",
    BACKUP_CODES_NOT_ENABLED: "Os códigos de backup não estão disponíveis para sua conta.",
    SIGNED_IN:
      "Não é possível se cadastrar com uma chave de acesso enquanto você está conectado. Saia primeiro ou cadastre-se de outra forma.",
    PASSKEY_SIGN_UP_DISABLED: "Não é possível se cadastrar com uma chave de acesso aqui.",
    RESOLVED_USER_INVALID: "Não é possível se cadastrar com uma chave de acesso aqui.",
    RESOLVE_USER_REQUIRED: "Entre para adicionar uma chave de acesso.",
    FAILED_TO_CREATE_USER: "Não foi possível criar sua conta. Tente novamente.",
  },
};
