/** The French texts of errors, by code. */

import type { ErrorTexts } from "../../texts/errors.ts";

const unavailable = "Cette méthode de connexion n’est pas disponible.";
const expiredConnection = "L’association avec ce fournisseur a expiré. Associez-le à nouveau pour continuer.";
const redirectNotAllowed = "L’adresse de redirection n’est pas autorisée. Contactez le support.";
const pageNotAllowed = "Les requêtes depuis cette page ne sont pas autorisées. Contactez le support.";
const anotherAccount = "Ce lien appartient à un autre compte ou son adresse e-mail est déjà utilisée.";
const signedOut = "Vous êtes déconnecté. Connectez-vous pour continuer.";

/** The French texts of errors, by code. */
export const errors: ErrorTexts = {
  unknown: "Une erreur s’est produite : {message}",
  INVALID_EMAIL_OR_PASSWORD: "Adresse e-mail ou mot de passe incorrect. Réessayez.",
  INVALID_EMAIL: "Saisissez une adresse e-mail valide.",
  PASSWORD_TOO_SHORT: "Ce mot de passe est trop court. Choisissez-en un plus long.",
  PASSWORD_TOO_LONG: "Ce mot de passe est trop long. Choisissez-en un plus court.",
  PASSWORD_TOO_OBVIOUS:
    "Le mot de passe ne peut pas être votre adresse e-mail ou votre nom d’utilisateur. Choisissez-en un autre.",
  USER_ALREADY_EXISTS: "Un compte existe déjà avec cette adresse e-mail. Connectez-vous ou utilisez-en une autre.",
  EMAIL_NOT_VERIFIED: "Vérifiez votre adresse e-mail pour vous connecter. Ouvrez le lien que nous vous avons envoyé.",
  EMAIL_PASSWORD_DISABLED: "La connexion par mot de passe n’est pas disponible. Utilisez une autre méthode.",
  EMAIL_PASSWORD_SIGN_UP_DISABLED: "Les inscriptions sont fermées pour le moment.",
  INVALID_PASSWORD: "Mot de passe incorrect. Réessayez.",
  CREDENTIAL_ACCOUNT_NOT_FOUND:
    "Votre compte n’a pas encore de mot de passe. Utilisez « Mot de passe oublié ? » pour en définir un.",
  PASSWORD_ALREADY_SET: "Votre compte a déjà un mot de passe.",
  RESET_PASSWORD_DISABLED: "La réinitialisation du mot de passe n’est pas disponible. Contactez le support.",
  VERIFICATION_EMAIL_NOT_ENABLED: "Les e-mails de vérification ne sont pas disponibles. Contactez le support.",
  EMAIL_ALREADY_VERIFIED: "Votre adresse e-mail est déjà vérifiée.",
  EMAIL_MISMATCH: "Vous êtes connecté avec une autre adresse e-mail. Déconnectez-vous et réessayez.",
  INVALID_TOKEN: "Ce lien n’est plus valide. Demandez-en un nouveau.",
  TOKEN_EXPIRED: "Ce lien a expiré. Demandez-en un nouveau.",
  USER_NOT_FOUND: "Ce compte n’existe plus.",
  INVALID_USER: anotherAccount,
  token_expired: "Ce lien a expiré. Demandez-en un nouveau.",
  invalid_token: "Ce lien n’est plus valide. Demandez-en un nouveau.",
  user_not_found: "Le compte associé à ce lien n’existe plus.",
  unauthorized: `${anotherAccount} Déconnectez-vous, puis ouvrez à nouveau le lien.`,
  CHANGE_EMAIL_DISABLED: "Les adresses e-mail ne peuvent pas être modifiées ici.",
  EMAIL_IS_THE_SAME: "C’est déjà votre adresse e-mail.",
  EMAIL_CHANGE_NOT_FOUND: "Cette modification a déjà été terminée ou annulée.",
  COULDNT_UPDATE_YOUR_EMAIL: "Cette adresse e-mail ne peut pas être utilisée. Essayez-en une autre.",
  EMAIL_CAN_NOT_BE_UPDATED: "Modifiez plutôt votre adresse dans la section « Adresse e-mail ».",
  NO_FIELDS_TO_UPDATE: "Aucune modification à enregistrer.",
  FAILED_TO_UPDATE_USER: "Impossible d’enregistrer vos modifications. Une des valeurs est déjà utilisée.",
  INVALID_IMAGE: "Saisissez l’adresse d’une image, par exemple https://example.com/moi.png.",
  SESSION_EXPIRED: "Confirmez votre identité, puis réessayez.",
  DELETE_USER_DISABLED: "Les comptes ne peuvent pas être supprimés ici. Contactez le support.",
  FAILED_TO_GET_USER_INFO: "Connectez-vous, puis ouvrez à nouveau ce lien.",
  FAILED_TO_GET_SESSION: "Impossible de charger votre session. Réessayez dans un instant.",
  FAILED_TO_CREATE_USER: "Impossible de créer votre compte. Réessayez dans un instant.",
  FAILED_TO_CREATE_SESSION: "Connexion impossible. Réessayez dans un instant.",
  PROVIDER_NOT_FOUND: unavailable,
  PROVIDER_NOT_CONFIGURED: unavailable,
  PROVIDER_NOT_SUPPORTED: unavailable,
  PROVIDER_UNAVAILABLE: "Le fournisseur ne répond pas. Réessayez dans un instant.",
  ID_TOKEN_NOT_SUPPORTED: "Ce fournisseur ne permet pas de se connecter de cette façon.",
  USER_EMAIL_NOT_FOUND:
    "Le fournisseur n’a pas communiqué votre adresse e-mail. Autorisez-y l’accès ou utilisez une autre méthode.",
  OAUTH_LINK_ERROR:
    "Un compte existe déjà avec cette adresse e-mail. Connectez-vous d’abord, puis associez ce fournisseur.",
  SOCIAL_ACCOUNT_ALREADY_LINKED: "Ce compte est déjà associé à un autre utilisateur.",
  LINKING_NOT_ALLOWED: "Ce compte ne peut pas être associé au vôtre.",
  LINKING_DIFFERENT_EMAILS_NOT_ALLOWED:
    "Ce compte utilise une autre adresse e-mail et ne peut pas être associé au vôtre.",
  LINKING_FAILED: "Impossible d’associer ce compte. Réessayez.",
  ACCOUNT_NOT_FOUND: "Cette méthode de connexion n’est pas associée à votre compte.",
  FAILED_TO_UNLINK_LAST_ACCOUNT: "C’est votre unique méthode de connexion. Ajoutez-en une autre avant de la supprimer.",
  USER_ID_OR_SESSION_REQUIRED: signedOut,
  TOKEN_REFRESH_NOT_SUPPORTED: expiredConnection,
  REFRESH_TOKEN_NOT_FOUND: expiredConnection,
  FAILED_TO_GET_ACCESS_TOKEN: expiredConnection,
  FAILED_TO_REFRESH_ACCESS_TOKEN: expiredConnection,
  ACCESS_TOKEN_NOT_FOUND: expiredConnection,
  INVALID_CALLBACK_URL: redirectNotAllowed,
  INVALID_REDIRECT_URL: redirectNotAllowed,
  INVALID_ERROR_CALLBACK_URL: redirectNotAllowed,
  INVALID_NEW_USER_CALLBACK_URL: redirectNotAllowed,
  NOT_FOUND: "Nous n’avons pas trouvé ce que vous cherchez.",
  FORBIDDEN: "Vous n’avez pas l’autorisation de faire cela.",
  PAYLOAD_TOO_LARGE: "C’est trop long. Raccourcissez le texte et réessayez.",
  FIELD_NOT_ALLOWED: "Un de ces champs ne peut pas être défini ici.",
  VALIDATION_ERROR: "Certains champs ne sont pas valides. Vérifiez-les et réessayez.",
  UNAUTHORIZED: signedOut,
  SESSION_NOT_FRESH: "Confirmez votre identité, puis réessayez.",
  GUEST_NOT_ALLOWED: "Inscrivez-vous d’abord. Les invités ne peuvent pas faire cela.",
  NOT_ALLOWED_WHILE_IMPERSONATING:
    "Vous ne pouvez pas faire cela tant que vous êtes connecté au nom d’un autre utilisateur.",
  TOO_MANY_REQUESTS: "Trop de tentatives. Attendez un instant et réessayez.",
  SERVICE_UNAVAILABLE: "Le service est momentanément indisponible. Réessayez dans un instant.",
  INTERNAL_SERVER_ERROR: "Une erreur s’est produite de notre côté. Réessayez dans un instant.",
  NETWORK_ERROR: "Impossible de joindre le serveur. Vérifiez votre connexion et réessayez.",
  UNEXPECTED_ANSWER: "Le serveur a envoyé une réponse inattendue. Réessayez dans un instant.",
  INVALID_ORIGIN: pageNotAllowed,
  MISSING_OR_NULL_ORIGIN: pageNotAllowed,
};
