/** The French texts of step-up authentication. */

import type { StepUpTexts } from "../../step-up/texts.ts";

/** Texts for `stepUpUi`. */
export const stepUp: StepUpTexts = {
  devices: {
    recognized: "Appareil reconnu",
    text: "Nous ne vous envoyons pas d’e-mail pour les connexions sur cet appareil.",
    forget: "Oublier",
    forgetLabel: "Oublier {device}",
    forgotten: "Appareil oublié. Nous vous enverrons un e-mail à la prochaine connexion sur cet appareil.",
  },
  cooldown: {
    title: "Votre compte a récemment été récupéré par e-mail",
    text: "Pour vous protéger si quelqu’un d’autre a lu vos e-mails, vous ne pouvez pas modifier l’adresse e-mail, le numéro de téléphone, les clés d’accès, l’authentification à deux facteurs ou les comptes associés avant le {time}.",
    textWithDeletion:
      "Pour vous protéger si quelqu’un d’autre a lu vos e-mails, vous ne pouvez pas modifier l’adresse e-mail, le numéro de téléphone, les clés d’accès, l’authentification à deux facteurs ou les comptes associés, ni supprimer votre compte, avant le {time}.",
    passkey: "Pour le faire maintenant, connectez-vous avec une clé d’accès.",
  },
  notMe: {
    title: "Ce n’était pas vous ?",
    text: "Nous déconnecterons tous les appareils et vous enverrons un lien pour définir un nouveau mot de passe.",
    textWithoutReset: "Nous déconnecterons tous les appareils.",
    submit: "Sécuriser mon compte",
    wasMe: "C’était moi",
    doneTitle: "Votre compte est sécurisé",
    doneWithEmail:
      "Tous les appareils ont été déconnectés. Consultez vos e-mails pour définir un nouveau mot de passe.",
    signedOutTitle: "Tous les appareils ont été déconnectés",
    resetText:
      "Votre mot de passe n’a pas changé. Réinitialisez-le pour que personne d’autre ne puisse s’en servir pour se connecter.",
    changeText:
      "Votre mot de passe n’a pas changé. Connectez-vous et modifiez-le pour que personne d’autre ne puisse l’utiliser.",
    invalidTitle: "Ce lien n’est plus valide",
    invalidText:
      "Il a déjà été utilisé ou date de plus de 7 jours. Si vous ne reconnaissez pas une connexion, réinitialisez votre mot de passe.",
    invalidTextWithoutReset:
      "Il a déjà été utilisé ou date de plus de 7 jours. Si vous ne reconnaissez pas une connexion, connectez-vous et vérifiez vos sessions actives.",
    signIn: "Se connecter",
    resetPassword: "Réinitialiser le mot de passe",
  },
  errors: {
    ACCOUNT_RECENTLY_RECOVERED:
      "Votre compte a récemment été récupéré par e-mail. Vous pourrez modifier vos méthodes de connexion une fois le délai écoulé.",
  },
};
