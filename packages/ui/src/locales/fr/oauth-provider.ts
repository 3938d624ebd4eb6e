/** The French texts of the OAuth provider. */

import type { OAuthProviderTexts } from "../../oauth-provider/texts.ts";

/** Texts for `oauthProviderUi`. */
export const oauthProvider: OAuthProviderTexts = {
  unnamed: "Application sans nom",
  title: "Autoriser l’accès de {app} ?",
  text: "{app} souhaite utiliser votre compte {site}.",
  unverified: "Application non vérifiée",
  unverifiedText:
    "N’importe qui peut enregistrer une application sous n’importe quel nom. Continuez uniquement si vous êtes à l’origine de cette demande et si vous faites confiance à {host}.",
  signedInAs: "Connecté en tant que",
  otherAccount: "Ce n’est pas vous ?",
  can: "{app} pourra :",
  cannot: "{app} ne pourra pas :",
  limits: {
    password: "Voir votre mot de passe",
    account: "Modifier vos méthodes de connexion ni supprimer votre compte",
  },
  scopes: {
    openid: "Confirmer qu’il s’agit de vous",
    profile: "Voir votre nom et votre image",
    email: "Voir votre adresse e-mail",
    offline_access: "Conserver cet accès lorsque vous ne l’utilisez pas",
    organization: "Voir l’organisation que vous choisissez et votre rôle dans celle-ci",
  },
  returnTo: "Vous continuerez vers {hosts}.",
  returnToDevice: "Vous continuerez dans une application de cet appareil.",
  privacy: "Politique de confidentialité",
  terms: "Conditions d’utilisation",
  allow: "Autoriser",
  endedTitle: "Cette demande n’est plus valable",
  endedText: "Elle a expiré ou a déjà reçu une réponse. Revenez à l’application et recommencez.",
  toAccount: "Accéder à votre compte",
  chooseTitle: "Choisissez un compte",
  chooseText: "Vous continuerez vers {app} avec ce compte.",
  chooseOther: "Utiliser un autre compte",
  errorTitle: "Impossible de connecter l’application",
  errorAdvice: "Revenez à l’application et réessayez. Si le problème persiste, contactez son développeur.",
  requestErrors: {
    unknown: "L’application a envoyé une demande à laquelle il est impossible de répondre.",
    invalid_client: "L’application n’est pas enregistrée ici, ou son accès est désactivé.",
    invalid_request: "La demande est incomplète, a expiré ou mène à une page que l’application n’a pas enregistrée.",
    invalid_request_uri: "La demande de l’application a expiré ou a déjà été utilisée.",
  },
  errors: {
    INVALID_OAUTH_REQUEST: "Cette demande n’est plus valable. Revenez à l’application et recommencez.",
    INVALID_SCOPE: "L’application n’a pas demandé l’une de ces autorisations.",
    OAUTH_CLIENT_NOT_FOUND: "Cette application n’existe plus.",
  },
};
