/** The Spanish texts of errors of organizations, by code. */

import type { OrganizationTexts } from "../../organization/texts.ts";

const slugTaken = "Este slug ya está en uso. Prueba con otro.";
const chooseOrganization = "Selecciona primero una organización.";
const needsOwner = "Una organización debe tener un propietario. Primero convierte a otro miembro en propietario.";
const notMember = "No eres miembro de esta organización.";

/** The Spanish texts of errors of organizations, by code. */
export const organizationErrors: OrganizationTexts["errors"] = {
  ORGANIZATION_ALREADY_EXISTS: slugTaken,
  ORGANIZATION_SLUG_ALREADY_TAKEN: slugTaken,
  INVALID_SLUG: "Usa hasta 64 letras y números, separados por guiones simples.",
  ORGANIZATION_NOT_FOUND: "Esta organización ya no existe.",
  ORGANIZATION_ID_IS_REQUIRED: chooseOrganization,
  NO_ACTIVE_ORGANIZATION: chooseOrganization,
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: "Ya no eres miembro de esta organización.",
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: notMember,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: "No tienes permiso para crear organizaciones.",
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: "Has alcanzado el número máximo de organizaciones.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: "No tienes permiso para editar esta organización.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: "No tienes permiso para eliminar esta organización.",
  MEMBER_NOT_FOUND: "Esta persona ya no es miembro.",
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: "Esta persona ya es miembro.",
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: "Esta organización ha alcanzado su límite de miembros.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: "No tienes permiso para quitar a este miembro.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: "No tienes permiso para asignar este rol a este miembro.",
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: needsOwner,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: needsOwner,
  INVITATION_NOT_FOUND: "Esta invitación ha caducado, se ha revocado o ya se ha respondido. Pide una nueva.",
  FAILED_TO_RETRIEVE_INVITATION: "Esta invitación ha cambiado mientras respondías. Inténtalo de nuevo.",
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION:
    "La persona que te invitó ya no es miembro. Pide una invitación a otro miembro.",
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION:
    "Este correo electrónico ya tiene una invitación pendiente. Reenvía esa invitación.",
  INVITATION_LIMIT_REACHED: "Has alcanzado el límite de invitaciones pendientes. Revoca una primero.",
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: "Esta invitación se envió a otro correo electrónico.",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: "No tienes permiso para invitar a miembros.",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE:
    "No se puede invitar a alguien con un rol que tenga más permisos que la persona que invita.",
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: "No tienes permiso para revocar invitaciones.",
  EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION:
    "Verifica primero tu correo electrónico. Abre el enlace que te hemos enviado.",
  EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION: "Verifica tu correo electrónico para ver tus invitaciones.",
  ORGANIZATION_DELETION_DISABLED:
    "Las organizaciones no se pueden eliminar en esta aplicación. Transfiere primero la propiedad.",
  YOU_ARE_NOT_ALLOWED_TO_VIEW_ORGANIZATIONS: "No tienes permiso para ver organizaciones.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_ORGANIZATIONS: "No tienes permiso para ver las organizaciones de los usuarios.",
  TEAM_NOT_FOUND: "Este equipo ya no existe.",
  INVALID_TEAM_ID: "Ese equipo no existe.",
  UNABLE_TO_REMOVE_LAST_TEAM:
    "Una organización debe tener al menos un equipo. Crea otro primero o cambia el nombre de este.",
  YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM: "Selecciona primero un equipo.",
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: "Esta persona no está en este equipo.",
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: "Esta organización ha alcanzado su límite de equipos.",
  YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION: notMember,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: "No tienes permiso para crear equipos.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: "No tienes permiso para editar este equipo.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM:
    "No puedes eliminar un equipo al que perteneces. Pide primero que te quiten de él.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: "No tienes permiso para eliminar equipos.",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER: "No tienes permiso para añadir miembros al equipo.",
  YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER: "No tienes permiso para quitar a miembros del equipo.",
  TEAM_MEMBER_LIMIT_REACHED: "Este equipo está completo.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_THE_MEMBERS_OF_A_TEAM: "No tienes permiso para ver los miembros de este equipo.",
  ROLE_NOT_FOUND: "Este rol ya no existe.",
  YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE: chooseOrganization,
  ROLE_NAME_IS_ALREADY_TAKEN: "Ya existe un rol con este nombre.",
  INVALID_RESOURCE: "Este rol incluye un permiso que ya no existe. Recarga la página y vuelve a intentarlo.",
  TOO_MANY_ROLES: "Esta organización ha alcanzado su límite de roles. Elimina primero uno que no se use.",
  CANNOT_DELETE_A_PRE_DEFINED_ROLE: "Los roles predefinidos no se pueden eliminar.",
  ROLE_IS_ASSIGNED_TO_MEMBERS:
    "Este rol está asignado a miembros. Asígnales otro antes de cambiarle el nombre o eliminarlo.",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE: "No tienes permiso para crear este rol.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE: "No tienes permiso para editar este rol.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE: "No tienes permiso para eliminar roles.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_A_ROLE: "No tienes permiso para ver roles.",
  YOU_ARE_NOT_ALLOWED_TO_READ_A_ROLE: "No tienes permiso para ver este rol.",
  MISSING_AC_INSTANCE: "Los roles personalizados no están disponibles en esta aplicación.",
};
