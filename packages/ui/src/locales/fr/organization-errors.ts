/** The French texts of errors of organizations, by code. */

import type { OrganizationTexts } from "../../organization/texts.ts";

const slugTaken = "Ce slug est déjà pris. Essayez-en un autre.";
const chooseOrganization = "Sélectionnez d’abord une organisation.";
const needsOwner = "Une organisation doit avoir un propriétaire. Nommez d’abord un autre membre propriétaire.";
const notMember = "Vous n’êtes pas membre de cette organisation.";

/** The French texts of errors of organizations, by code. */
export const organizationErrors: OrganizationTexts["errors"] = {
  ORGANIZATION_ALREADY_EXISTS: slugTaken,
  ORGANIZATION_SLUG_ALREADY_TAKEN: slugTaken,
  INVALID_SLUG: "Utilisez jusqu’à 64 lettres et chiffres, séparés par des tirets simples.",
  ORGANIZATION_NOT_FOUND: "Cette organisation n’existe plus.",
  ORGANIZATION_ID_IS_REQUIRED: chooseOrganization,
  NO_ACTIVE_ORGANIZATION: chooseOrganization,
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: "Vous n’êtes plus membre de cette organisation.",
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: notMember,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: "Vous n’avez pas l’autorisation de créer des organisations.",
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: "Vous avez atteint le nombre maximal d’organisations.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: "Vous n’avez pas l’autorisation de modifier cette organisation.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: "Vous n’avez pas l’autorisation de supprimer cette organisation.",
  MEMBER_NOT_FOUND: "Cette personne n’est plus membre.",
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: "Cette personne est déjà membre.",
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: "Cette organisation a atteint son nombre maximal de membres.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: "Vous n’avez pas l’autorisation de retirer ce membre.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: "Vous n’avez pas l’autorisation d’attribuer ce rôle à ce membre.",
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: needsOwner,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: needsOwner,
  INVITATION_NOT_FOUND: "Cette invitation a expiré, a été révoquée ou a déjà reçu une réponse. Demandez-en une autre.",
  FAILED_TO_RETRIEVE_INVITATION: "Cette invitation a changé pendant que vous répondiez. Réessayez.",
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION:
    "La personne qui vous a invité n’est plus membre. Demandez une invitation à un autre membre.",
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION:
    "Cette adresse e-mail a déjà une invitation en attente. Renvoyez plutôt celle-ci.",
  INVITATION_LIMIT_REACHED: "Vous avez atteint la limite d’invitations en attente. Révoquez-en d’abord une.",
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: "Cette invitation a été envoyée à une autre adresse e-mail.",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: "Vous n’avez pas l’autorisation d’inviter des membres.",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE:
    "Impossible d’inviter quelqu’un avec un rôle qui a plus d’autorisations que la personne qui invite.",
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: "Vous n’avez pas l’autorisation de révoquer des invitations.",
  EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION:
    "Vérifiez d’abord votre adresse e-mail. Ouvrez le lien que nous vous avons envoyé.",
  EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION: "Vérifiez votre adresse e-mail pour voir vos invitations.",
  ORGANIZATION_DELETION_DISABLED:
    "Les organisations ne peuvent pas être supprimées dans cette application. Transférez d’abord la propriété.",
  YOU_ARE_NOT_ALLOWED_TO_VIEW_ORGANIZATIONS: "Vous n’avez pas l’autorisation de voir les organisations.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_ORGANIZATIONS:
    "Vous n’avez pas l’autorisation de voir les organisations des utilisateurs.",
  TEAM_NOT_FOUND: "Cette équipe n’existe plus.",
  INVALID_TEAM_ID: "Cette équipe n’existe pas.",
  UNABLE_TO_REMOVE_LAST_TEAM:
    "Une organisation doit avoir au moins une équipe. Créez-en d’abord une autre ou renommez celle-ci.",
  YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM: "Sélectionnez d’abord une équipe.",
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: "Cette personne n’est pas dans cette équipe.",
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: "Cette organisation a atteint son nombre maximal d’équipes.",
  YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION: notMember,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: "Vous n’avez pas l’autorisation de créer des équipes.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: "Vous n’avez pas l’autorisation de modifier cette équipe.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM:
    "Vous ne pouvez pas supprimer une équipe dont vous faites partie. Faites-vous d’abord retirer.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: "Vous n’avez pas l’autorisation de supprimer des équipes.",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER: "Vous n’avez pas l’autorisation d’ajouter des membres à une équipe.",
  YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER: "Vous n’avez pas l’autorisation de retirer des membres d’une équipe.",
  TEAM_MEMBER_LIMIT_REACHED: "Cette équipe est complète.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_THE_MEMBERS_OF_A_TEAM:
    "Vous n’avez pas l’autorisation de voir les membres de cette équipe.",
  ROLE_NOT_FOUND: "Ce rôle n’existe plus.",
  YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE: chooseOrganization,
  ROLE_NAME_IS_ALREADY_TAKEN: "Un rôle porte déjà ce nom.",
  INVALID_RESOURCE: "Ce rôle contient une autorisation qui n’existe plus. Rechargez la page et réessayez.",
  TOO_MANY_ROLES: "Cette organisation a atteint sa limite de rôles. Supprimez d’abord un rôle inutilisé.",
  CANNOT_DELETE_A_PRE_DEFINED_ROLE: "Les rôles intégrés ne peuvent pas être supprimés.",
  ROLE_IS_ASSIGNED_TO_MEMBERS:
    "Ce rôle est attribué à des membres. Donnez-leur un autre rôle avant de le renommer ou de le supprimer.",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE: "Vous n’avez pas l’autorisation de créer ce rôle.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE: "Vous n’avez pas l’autorisation de modifier ce rôle.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE: "Vous n’avez pas l’autorisation de supprimer des rôles.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_A_ROLE: "Vous n’avez pas l’autorisation de voir les rôles.",
  YOU_ARE_NOT_ALLOWED_TO_READ_A_ROLE: "Vous n’avez pas l’autorisation de voir ce rôle.",
  MISSING_AC_INSTANCE: "Les rôles personnalisés ne sont pas disponibles dans cette application.",
};
