/** The French texts of phone numbers. */

import type { PhoneNumberTexts } from "../../phone-number/texts.ts";
import { phoneSignIn } from "./passwordless.ts";

/** Texts for `phoneNumberUi`. */
export const phoneNumber: PhoneNumberTexts = {
  ...phoneSignIn,
  label: "Numéro de téléphone",
  settings: {
    none: "Non renseigné",
    add: "Ajouter",
    change: "Modifier",
    remove: "Supprimer",
    addTitle: "Ajouter un numéro de téléphone",
    addText:
      "Nous vous enverrons un code par SMS pour vérifier le numéro. Vous pourrez ensuite l’utiliser pour vous connecter.",
    hint: "Avec l’indicatif du pays, par exemple +33 6 12 34 56 78.",
    hintWithCountry: "Pour un numéro d’un autre pays, commencez par + et l’indicatif.",
    send: "M’envoyer un code par SMS",
    codeTitle: "Saisissez le code",
    codeText: "Nous avons envoyé un code au {phoneNumber}.",
    code: "Code de vérification",
    codeHint: "{digits} chiffres",
    verify: "Vérifier le numéro",
    sendAgain: "Renvoyer",
    sendAgainIn: "Renvoyer dans {seconds} s",
    sent: "Code envoyé.",
    back: "Retour",
    saved: "Numéro de téléphone enregistré.",
    removeTitle: "Supprimer {phoneNumber} ?",
    removeText: "Vous ne pourrez plus vous connecter avec ce numéro.",
    removed: "Numéro de téléphone supprimé.",
    last: "C’est votre unique méthode de connexion. Ajoutez-en une autre avant de la supprimer.",
  },
  errors: {
    INVALID_PHONE_NUMBER:
      "Vérifiez le numéro. Il doit s’agir d’un numéro de mobile, et certains pays ne sont pas pris en charge.",
    PHONE_NUMBER_EXIST: "Un autre compte utilise ce numéro.",
    PHONE_NUMBER_CANNOT_BE_UPDATED: "Un numéro doit être vérifié avec un code.",
    INVALID_PHONE_NUMBER_OR_PASSWORD: "Numéro de téléphone ou mot de passe incorrect. Réessayez.",
    INVALID_OTP: "Ce code est incorrect. Réessayez.",
    OTP_NOT_FOUND: "Ce code n’est plus valide. Demandez-en un nouveau.",
    OTP_EXPIRED: "Ce code a expiré. Demandez-en un nouveau.",
    TOO_MANY_ATTEMPTS: "Trop de codes incorrects. Demandez-en un nouveau.",
    SEND_OTP_NOT_IMPLEMENTED: "Les SMS ne sont pas disponibles.",
    VERIFIED_EMAIL_REQUIRED:
      "Connectez-vous une fois avec votre adresse e-mail sur cet appareil. Ensuite, vous pourrez utiliser votre numéro de téléphone.",
    UNEXPECTED_ERROR: "Impossible de réinitialiser votre mot de passe. Réessayez.",
    CANNOT_REMOVE_LAST_SIGN_IN_METHOD:
      "Vous ne pouvez pas supprimer votre unique méthode de connexion. Ajoutez-en d’abord une autre.",
    FAILED_TO_CREATE_USER: "Impossible de créer votre compte. Réessayez.",
  },
};
