/** The French texts of errors at a provider, by callback code. */

import type { SocialTexts } from "../../texts/social.ts";

const notSetUp = "La connexion avec ce fournisseur n’est pas configurée correctement. Contactez le support.";

/** The French texts of errors at a provider, by callback code. */
export const providerErrors: SocialTexts["social"]["errors"] = {
  unknown: "Connexion impossible avec ce fournisseur. Réessayez ou utilisez une autre méthode.",
  invalid_callback_request: "La réponse du fournisseur n’est pas valide. Recommencez.",
  state_not_found: "Cette tentative de connexion n’a pas pu être vérifiée. Recommencez.",
  please_restart_the_process:
    "Cette tentative de connexion a expiré, a déjà été utilisée ou a commencé dans un autre navigateur. Recommencez.",
  no_code: "Le fournisseur n’a pas terminé la connexion. Réessayez.",
  no_callback_url: "Nous n’avons pas pu vous ramener à votre point de départ. Recommencez.",
  oauth_provider_not_found: "Cette méthode de connexion n’est pas disponible.",
  invalid_code: "Le fournisseur n’a pas pu confirmer votre identité. Réessayez.",
  issuer_missing: "La réponse du fournisseur n’a pas pu être vérifiée. Réessayez.",
  issuer_mismatch: "La réponse vient d’un autre fournisseur que celui choisi. Recommencez.",
  unable_to_get_user_info: "Impossible d’obtenir votre profil auprès du fournisseur. Réessayez dans un instant.",
  email_not_found:
    "Le fournisseur n’a pas communiqué votre adresse e-mail. Autorisez-y l’accès ou utilisez une autre méthode.",
  email_required:
    "Le fournisseur n’a pas communiqué votre adresse e-mail, nécessaire pour vous connecter. Recommencez et saisissez-la.",
  email_not_verified:
    "Vérifiez d’abord votre adresse e-mail. Ouvrez le lien que nous vous avons envoyé, puis reconnectez-vous.",
  email_does_not_match: "Ce compte utilise une autre adresse e-mail et ne peut pas être associé au vôtre.",
  account_already_linked_to_different_user:
    "Ce compte est déjà associé à un autre utilisateur. Supprimez d’abord cette association.",
  unable_to_link_account: "Impossible d’associer ce compte. Réessayez.",
  session_not_fresh: "Confirmez votre identité, puis associez à nouveau le compte.",
  account_not_linked:
    "Un compte existe déjà avec cette adresse e-mail. Connectez-vous comme d’habitude, puis associez ce fournisseur dans les paramètres du compte.",
  signup_disabled: "Vous n’avez pas encore de compte et ne pouvez pas vous inscrire avec ce fournisseur.",
  unable_to_create_user: "Impossible de créer votre compte. Réessayez ou utilisez une autre méthode.",
  unable_to_create_session: "Connexion impossible. Réessayez dans un instant.",
  internal_server_error: "Une erreur s’est produite de notre côté. Réessayez dans un instant.",
  access_denied: "Vous avez annulé la connexion ou le fournisseur l’a refusée. Rien n’a changé.",
  login_required: "Connectez-vous d’abord chez le fournisseur, puis réessayez.",
  interaction_required: "Le fournisseur a besoin d’autres informations de votre part. Réessayez.",
  account_selection_required: "Choisissez un compte chez le fournisseur, puis réessayez.",
  consent_required: "Le fournisseur a d’abord besoin de votre accord. Réessayez.",
  server_error: "Une erreur s’est produite chez le fournisseur. Réessayez dans un instant.",
  temporarily_unavailable: "Le fournisseur est momentanément indisponible. Réessayez dans un instant.",
  invalid_request: notSetUp,
  invalid_scope: notSetUp,
  unauthorized_client: notSetUp,
  unsupported_response_type: notSetUp,
};
