/** The French texts of codes, links, phone numbers, guests, and several accounts. */

import type { AnonymousTexts } from "../../anonymous/texts.ts";
import type { EmailOtpTexts } from "../../email-otp/texts.ts";
import type { MagicLinkTexts } from "../../magic-link/texts.ts";
import type { MultiSessionTexts } from "../../multi-session/texts.ts";
import type { PasskeySignInTexts } from "../../passkey/sign-in-texts.ts";
import type { PhoneSignInTexts } from "../../phone-number/sign-in-texts.ts";
import { twoFactor } from "./two-factor.ts";

/** The French texts of codes by email. */
export const emailOtp: EmailOtpTexts = {
  signIn: "M’envoyer un code par e-mail",
  signUp: "S’inscrire avec un code par e-mail",
  title: "Consultez vos e-mails",
  text: "Saisissez le code que nous avons envoyé à cette adresse.",
  change: "Utiliser une autre adresse e-mail",
  errors: {
    INVALID_OTP: "Ce code est incorrect. Réessayez.",
    OTP_EXPIRED: "Ce code a expiré. Demandez-en un nouveau.",
    TOO_MANY_ATTEMPTS: "Trop de codes incorrects. Demandez-en un nouveau.",
    INVALID_OTP_TYPE: "Ce code ne peut pas être utilisé ici.",
    EMAIL_ALREADY_IN_USE: "Cette adresse e-mail est déjà utilisée. Essayez-en une autre.",
  },
};

/** The French texts of sign-in links. */
export const magicLink: MagicLinkTexts = {
  signIn: "M’envoyer un lien de connexion",
  signUp: "S’inscrire avec un lien par e-mail",
  sentTitle: "Consultez vos e-mails",
  sentText: "Ouvrez le lien dans ce navigateur pour continuer. Nous l’avons envoyé à cette adresse.",
  change: "Utiliser une autre adresse e-mail",
  confirm: {
    title: "Continuer la connexion ?",
    text: "Continuez seulement si vous avez demandé ce lien. Vous serez connecté à ce compte.",
    otherAccount: "Vous êtes connecté en tant que {email}. Ce lien vous connecte à un autre compte.",
    submit: "Se connecter",
    invalidTitle: "Ce lien n’est plus valide",
    invalidText:
      "Il a expiré, a déjà été utilisé ou doit être ouvert dans le navigateur où vous l’avez demandé. Demandez un nouveau lien pour continuer.",
    again: "Demander un nouveau lien",
  },
  errors: {
    new_user_signup_disabled: "Vous n’avez pas encore de compte, et les inscriptions sont fermées pour le moment.",
    failed_to_create_user: "Impossible de créer votre compte. Réessayez dans un instant.",
    failed_to_create_session: "Une erreur s’est produite. Réessayez dans un instant.",
  },
};

/** The French texts of signing in with a passkey. */
export const passkeySignIn: PasskeySignInTexts = {
  signIn: { button: "Se connecter avec une clé d’accès" },
  signUp: {
    button: "S’inscrire avec une clé d’accès",
    text: "Utilisez votre empreinte, votre visage ou le verrouillage de l’écran à la place d’un mot de passe.",
    submit: "Créer un compte",
  },
  backupCodes: twoFactor.backupCodes,
  recovery: {
    button: "Utiliser un code de secours",
    title: "Utiliser un code de secours",
    text: "Vous avez perdu votre clé d’accès ? Saisissez l’un de vos codes de secours pour en créer une nouvelle. Vous serez déconnecté partout ailleurs.",
    code: "Code de secours",
    submit: "Créer une nouvelle clé d’accès",
  },
  nudge: {
    title: "Connectez-vous plus vite la prochaine fois",
    text: "Ajoutez une clé d’accès pour vous connecter avec votre empreinte, votre visage ou le verrouillage de l’écran.",
    add: "Ajouter une clé d’accès",
    later: "Pas maintenant",
  },
  secondFactor: {
    choose: "Utiliser une clé d’accès",
    text: "Confirmez votre identité avec votre clé d’accès.",
    submit: "Continuer avec la clé d’accès",
  },
};

/** The French texts of signing in with a phone number. */
export const phoneSignIn: PhoneSignInTexts = {
  signIn: {
    button: "Se connecter avec votre téléphone",
    signUpButton: "S’inscrire avec votre téléphone",
    title: "Saisissez votre numéro de téléphone",
    text: "Nous vous enverrons un code par SMS. Des frais peuvent s’appliquer.",
    country: "Pays",
    number: "Numéro de téléphone",
    submit: "M’envoyer un code par SMS",
    codeTitle: "Consultez votre téléphone",
    codeText: "Saisissez le code que nous avons envoyé à ce numéro.",
    change: "Utiliser un autre numéro",
  },
};

/** The French texts of guests. */
export const anonymous: AnonymousTexts = {
  signIn: "Continuer en tant qu’invité",
  banner: {
    label: "Compte invité",
    text: "Vous utilisez un compte invité. Créez un compte pour conserver vos données.",
    signUp: "Créer un compte",
    signIn: "Se connecter",
  },
  signOut: {
    title: "Se déconnecter du compte invité ?",
    text: "Vous perdrez l’accès à vos données, car personne ne peut se reconnecter à un compte invité. Créez un compte pour les conserver.",
    confirm: "Se déconnecter",
  },
  errors: {
    ANONYMOUS_USERS_CANNOT_SIGN_IN_AGAIN_ANONYMOUSLY: "Vous utilisez déjà un compte invité.",
    INVALID_EMAIL_FORMAT: "Impossible de créer un compte invité. Contactez le support.",
    DELETE_ANONYMOUS_USER_DISABLED: "Les comptes invités ne peuvent pas être supprimés ici.",
    USER_IS_NOT_ANONYMOUS: "Votre compte n’est pas un compte invité.",
  },
};

/** The French texts of several accounts in one browser. */
export const multiSession: MultiSessionTexts = {
  others: "Autres comptes",
  add: "Ajouter un compte",
  signOutAll: "Se déconnecter de tous les comptes",
  switched: "Vous êtes maintenant connecté en tant que {name}.",
  choose: "Choisir un compte",
  signOutOf: "Se déconnecter de {name}",
  errors: {
    INVALID_SESSION_TOKEN: "Ce compte a été déconnecté. Reconnectez-vous.",
  },
};
