/** The German texts of errors of organizations, by code. */

import type { OrganizationTexts } from "../../organization/texts.ts";

const slugTaken = "Dieses Kürzel ist vergeben. Versuchen Sie ein anderes.";
const chooseOrganization = "Wählen Sie zuerst eine Organisation.";
const needsOwner = "Eine Organisation braucht einen Inhaber. Machen Sie zuerst ein anderes Mitglied zum Inhaber.";
const notMember = "Sie sind kein Mitglied dieser Organisation.";

/** The German texts of errors of organizations, by code. */
export const organizationErrors: OrganizationTexts["errors"] = {
  ORGANIZATION_ALREADY_EXISTS: slugTaken,
  ORGANIZATION_SLUG_ALREADY_TAKEN: slugTaken,
  INVALID_SLUG: "Verwenden Sie bis zu 64 Buchstaben und Ziffern, getrennt durch einzelne Bindestriche.",
  ORGANIZATION_NOT_FOUND: "Diese Organisation gibt es nicht mehr.",
  ORGANIZATION_ID_IS_REQUIRED: chooseOrganization,
  NO_ACTIVE_ORGANIZATION: chooseOrganization,
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: "Sie sind nicht mehr Mitglied dieser Organisation.",
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: notMember,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: "Sie haben keine Berechtigung, Organisationen zu erstellen.",
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: "Sie haben die Höchstzahl an Organisationen erreicht.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: "Sie haben keine Berechtigung, diese Organisation zu bearbeiten.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: "Sie haben keine Berechtigung, diese Organisation zu löschen.",
  MEMBER_NOT_FOUND: "Diese Person ist nicht mehr Mitglied.",
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: "Diese Person ist bereits Mitglied.",
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: "Diese Organisation hat ihre Höchstzahl an Mitgliedern erreicht.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: "Sie haben keine Berechtigung, dieses Mitglied zu entfernen.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: "Sie haben keine Berechtigung, diesem Mitglied diese Rolle zuzuweisen.",
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: needsOwner,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: needsOwner,
  INVITATION_NOT_FOUND:
    "Diese Einladung ist abgelaufen, wurde zurückgezogen oder schon beantwortet. Bitten Sie um eine neue.",
  FAILED_TO_RETRIEVE_INVITATION:
    "Diese Einladung hat sich geändert, während Sie geantwortet haben. Versuchen Sie es erneut.",
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION:
    "Die Person, die Sie eingeladen hat, ist nicht mehr Mitglied. Bitten Sie ein anderes Mitglied um eine Einladung.",
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION:
    "Für diese E-Mail-Adresse gibt es schon eine offene Einladung. Senden Sie diese erneut.",
  INVITATION_LIMIT_REACHED: "Sie haben die Höchstzahl an offenen Einladungen erreicht. Ziehen Sie zuerst eine zurück.",
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: "Diese Einladung wurde an eine andere E-Mail-Adresse gesendet.",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: "Sie haben keine Berechtigung, Mitglieder einzuladen.",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE:
    "Sie können niemanden mit einer Rolle einladen, die mehr Berechtigungen hat als die einladende Person.",
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: "Sie haben keine Berechtigung, Einladungen zurückzuziehen.",
  EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION:
    "Bestätigen Sie zuerst Ihre E-Mail-Adresse. Öffnen Sie den Link, den wir gesendet haben.",
  EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION: "Bestätigen Sie Ihre E-Mail-Adresse, um Ihre Einladungen zu sehen.",
  ORGANIZATION_DELETION_DISABLED:
    "Organisationen können in dieser App nicht gelöscht werden. Übertragen Sie zuerst die Inhaberschaft.",
  YOU_ARE_NOT_ALLOWED_TO_VIEW_ORGANIZATIONS: "Sie haben keine Berechtigung, Organisationen zu sehen.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_ORGANIZATIONS:
    "Sie haben keine Berechtigung, die Organisationen von Benutzern zu sehen.",
  TEAM_NOT_FOUND: "Dieses Team gibt es nicht mehr.",
  INVALID_TEAM_ID: "Dieses Team gibt es nicht.",
  UNABLE_TO_REMOVE_LAST_TEAM:
    "Eine Organisation braucht mindestens ein Team. Erstellen Sie zuerst ein anderes oder benennen Sie dieses um.",
  YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM: "Wählen Sie zuerst ein Team.",
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: "Diese Person ist nicht in diesem Team.",
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: "Diese Organisation hat ihre Höchstzahl an Teams erreicht.",
  YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION: notMember,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: "Sie haben keine Berechtigung, Teams zu erstellen.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: "Sie haben keine Berechtigung, dieses Team zu bearbeiten.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM:
    "Ein Team, dem Sie angehören, können Sie nicht löschen. Lassen Sie sich zuerst daraus entfernen.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: "Sie haben keine Berechtigung, Teams zu löschen.",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER: "Sie haben keine Berechtigung, Teammitglieder hinzuzufügen.",
  YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER: "Sie haben keine Berechtigung, Teammitglieder zu entfernen.",
  TEAM_MEMBER_LIMIT_REACHED: "Dieses Team ist voll.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_THE_MEMBERS_OF_A_TEAM:
    "Sie haben keine Berechtigung, die Mitglieder dieses Teams zu sehen.",
  ROLE_NOT_FOUND: "Diese Rolle gibt es nicht mehr.",
  YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE: chooseOrganization,
  ROLE_NAME_IS_ALREADY_TAKEN: "Eine Rolle mit diesem Namen gibt es schon.",
  INVALID_RESOURCE:
    "Diese Rolle enthält eine Berechtigung, die es nicht mehr gibt. Laden Sie die Seite neu und versuchen Sie es erneut.",
  TOO_MANY_ROLES: "Diese Organisation hat ihre Höchstzahl an Rollen erreicht. Löschen Sie zuerst eine unbenutzte.",
  CANNOT_DELETE_A_PRE_DEFINED_ROLE: "Vorgegebene Rollen können nicht gelöscht werden.",
  ROLE_IS_ASSIGNED_TO_MEMBERS:
    "Mitglieder haben diese Rolle. Weisen Sie ihnen eine andere zu, bevor Sie sie umbenennen oder löschen.",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE: "Sie haben keine Berechtigung, diese Rolle zu erstellen.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE: "Sie haben keine Berechtigung, diese Rolle zu bearbeiten.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE: "Sie haben keine Berechtigung, Rollen zu löschen.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_A_ROLE: "Sie haben keine Berechtigung, Rollen zu sehen.",
  YOU_ARE_NOT_ALLOWED_TO_READ_A_ROLE: "Sie haben keine Berechtigung, diese Rolle zu sehen.",
  MISSING_AC_INSTANCE: "Eigene Rollen sind in dieser App nicht verfügbar.",
};
