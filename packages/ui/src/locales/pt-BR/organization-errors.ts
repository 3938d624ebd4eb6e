/** The Brazilian Portuguese texts of errors of organizations, by code. */

import type { OrganizationTexts } from "../../organization/texts.ts";

const slugTaken = "Este slug já está em uso. Tente outro.";
const chooseOrganization = "Selecione uma organização primeiro.";
const needsOwner = "Uma organização precisa ter um proprietário. Primeiro torne outro membro proprietário.";
const notMember = "Você não é membro desta organização.";

/** The Brazilian Portuguese texts of errors of organizations, by code. */
export const organizationErrors: OrganizationTexts["errors"] = {
  ORGANIZATION_ALREADY_EXISTS: slugTaken,
  ORGANIZATION_SLUG_ALREADY_TAKEN: slugTaken,
  INVALID_SLUG: "Use até 64 letras e números, separados por hifens simples.",
  ORGANIZATION_NOT_FOUND: "Esta organização não existe mais.",
  ORGANIZATION_ID_IS_REQUIRED: chooseOrganization,
  NO_ACTIVE_ORGANIZATION: chooseOrganization,
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: "Você não é mais membro desta organização.",
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: notMember,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: "Você não tem permissão para criar organizações.",
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: "Você atingiu o número máximo de organizações.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: "Você não tem permissão para editar esta organização.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: "Você não tem permissão para excluir esta organização.",
  MEMBER_NOT_FOUND: "Esta pessoa não é mais membro.",
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: "Esta pessoa já é membro.",
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: "Esta organização atingiu o limite de membros.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: "Você não tem permissão para remover este membro.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: "Você não tem permissão para atribuir esta função a este membro.",
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: needsOwner,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: needsOwner,
  INVITATION_NOT_FOUND: "Este convite expirou, foi revogado ou já foi respondido. Peça um novo.",
  FAILED_TO_RETRIEVE_INVITATION: "Este convite mudou enquanto você respondia. Tente novamente.",
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION:
    "A pessoa que convidou você não é mais membro. Peça um convite a outro membro.",
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: "Este e-mail já tem um convite pendente. Reenvie esse convite.",
  INVITATION_LIMIT_REACHED: "Você atingiu o limite de convites pendentes. Revogue um primeiro.",
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: "Este convite foi enviado para outro e-mail.",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: "Você não tem permissão para convidar membros.",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE:
    "Não é possível convidar alguém para uma função com mais permissões do que as de quem convida.",
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: "Você não tem permissão para revogar convites.",
  EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION:
    "Verifique seu e-mail primeiro. Abra o link que enviamos.",
  EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION: "Verifique seu e-mail para ver seus convites.",
  ORGANIZATION_DELETION_DISABLED:
    "As organizações não podem ser excluídas neste aplicativo. Transfira a propriedade primeiro.",
  YOU_ARE_NOT_ALLOWED_TO_VIEW_ORGANIZATIONS: "Você não tem permissão para ver organizações.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_ORGANIZATIONS: "Você não tem permissão para ver as organizações dos usuários.",
  TEAM_NOT_FOUND: "Esta equipe não existe mais.",
  INVALID_TEAM_ID: "Essa equipe não existe.",
  UNABLE_TO_REMOVE_LAST_TEAM:
    "Uma organização precisa ter pelo menos uma equipe. Crie outra primeiro ou renomeie esta.",
  YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM: "Selecione uma equipe primeiro.",
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: "Esta pessoa não faz parte desta equipe.",
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: "Esta organização atingiu o limite de equipes.",
  YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION: notMember,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: "Você não tem permissão para criar equipes.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: "Você não tem permissão para editar esta equipe.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM:
    "Você não pode excluir uma equipe da qual faz parte. Primeiro peça que removam você dela.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: "Você não tem permissão para excluir equipes.",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER: "Você não tem permissão para adicionar membros à equipe.",
  YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER: "Você não tem permissão para remover membros da equipe.",
  TEAM_MEMBER_LIMIT_REACHED: "Esta equipe está completa.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_THE_MEMBERS_OF_A_TEAM: "Você não tem permissão para ver os membros desta equipe.",
  ROLE_NOT_FOUND: "Esta função não existe mais.",
  YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE: chooseOrganization,
  ROLE_NAME_IS_ALREADY_TAKEN: "Já existe uma função com este nome.",
  INVALID_RESOURCE: "Esta função inclui uma permissão que não existe mais. Recarregue a página e tente novamente.",
  TOO_MANY_ROLES: "Esta organização atingiu o limite de funções. Exclua primeiro uma que não esteja em uso.",
  CANNOT_DELETE_A_PRE_DEFINED_ROLE: "As funções predefinidas não podem ser excluídas.",
  ROLE_IS_ASSIGNED_TO_MEMBERS:
    "Esta função está atribuída a membros. Atribua outra a eles antes de renomeá-la ou excluí-la.",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE: "Você não tem permissão para criar esta função.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE: "Você não tem permissão para editar esta função.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE: "Você não tem permissão para excluir funções.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_A_ROLE: "Você não tem permissão para ver funções.",
  YOU_ARE_NOT_ALLOWED_TO_READ_A_ROLE: "Você não tem permissão para ver esta função.",
  MISSING_AC_INSTANCE: "As funções personalizadas não estão disponíveis neste aplicativo.",
};
