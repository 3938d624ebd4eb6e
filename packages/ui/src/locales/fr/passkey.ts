/** The French texts of passkeys. */

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
    backupCodes: "Codes de secours des clés d’accès",
    title: "Clés d’accès",
    none: "Connectez-vous avec votre empreinte, votre visage ou le verrouillage de l’écran au lieu d’un mot de passe.",
    add: "Ajouter une clé d’accès",
    unnamed: "Clé d’accès",
    synced: "Synchronisée",
    notSynced: "Sur un seul appareil",
    lastUsed: "Dernière utilisation : {time}",
    added: "Ajoutée le {date}",
    manage: "Gérer {name}",
    rename: "Renommer",
    renameTitle: "Renommer la clé d’accès",
    renameText: "Choisissez un nom qui indique où la clé d’accès est enregistrée.",
    name: "Nom",
    save: "Enregistrer",
    remove: "Supprimer",
    removeTitle: "Supprimer {name} ?",
    removeText:
      "Vous ne pourrez plus vous connecter avec cette clé d’accès. Les appareils connectés avec elle seront déconnectés. Cette action est irréversible.",
    addedDone: "Clé d’accès ajoutée.",
    removed: "Clé d’accès supprimée.",
    last: "C’est votre unique méthode de connexion. Ajoutez-en une autre pour pouvoir vous connecter si vous la perdez.",
    full: "Vous avez {max} clés d’accès, le maximum. Supprimez-en une pour en ajouter une autre.",
  },
  proof: {
    label: "Utiliser une clé d’accès",
    text: "Utilisez votre clé d’accès pour continuer.",
    submit: "Utiliser la clé d’accès",
  },
  errors: {
    AUTH_CANCELLED: "La demande de clé d’accès a été annulée ou a expiré. Réessayez.",
    NOT_SUPPORTED: "Ce navigateur ne prend pas en charge les clés d’accès.",
    ALREADY_REGISTERED: "Cet appareil a déjà une clé d’accès pour votre compte.",
    CHALLENGE_NOT_FOUND: "Cela a pris trop de temps. Réessayez.",
    FAILED_TO_VERIFY_REGISTRATION: "La clé d’accès n’a pas pu être vérifiée. Réessayez.",
    AUTHENTICATION_FAILED: "La clé d’accès n’a pas pu être vérifiée. Réessayez.",
    PASSKEY_NOT_FOUND: "Cette clé d’accès ne fonctionne plus. Elle a été supprimée du compte.",
    PREVIOUSLY_REGISTERED: "Cette clé d’accès a déjà été ajoutée.",
    TOO_MANY_PASSKEYS: "Vous avez atteint le nombre maximal de clés d’accès. Supprimez-en une d’abord.",
    CANNOT_REMOVE_LAST_SIGN_IN_METHOD:
      "Vous ne pouvez pas supprimer votre unique méthode de connexion. Ajoutez-en d’abord une autre.",
    YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: "Votre session a changé. Réessayez.",
    INVALID_BACKUP_CODE: "Ce code de secours est incorrect ou a déjà été utilisé.",
    BACKUP_CODES_NOT_ENABLED: "Les codes de secours ne sont pas disponibles pour votre compte.",
    SIGNED_IN:
      "Vous ne pouvez pas vous inscrire avec une clé d’accès tant que vous êtes connecté. Déconnectez-vous d’abord ou inscrivez-vous autrement.",
    PASSKEY_SIGN_UP_DISABLED: "Vous ne pouvez pas vous inscrire avec une clé d’accès ici.",
    RESOLVED_USER_INVALID: "Vous ne pouvez pas vous inscrire avec une clé d’accès ici.",
    RESOLVE_USER_REQUIRED: "Connectez-vous pour ajouter une clé d’accès.",
    FAILED_TO_CREATE_USER: "Impossible de créer votre compte. Réessayez.",
  },
};
