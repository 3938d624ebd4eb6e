/** The Italian texts of errors of organizations, by code. */

import type { OrganizationTexts } from "../../organization/texts.ts";

const slugTaken = "Questo slug è già in uso. Provane un altro.";
const chooseOrganization = "Seleziona prima un’organizzazione.";
const needsOwner = "Un’organizzazione deve avere un proprietario. Rendi prima proprietario un altro membro.";
const notMember = "Non fai parte di questa organizzazione.";

/** The Italian texts of errors of organizations, by code. */
export const organizationErrors: OrganizationTexts["errors"] = {
  ORGANIZATION_ALREADY_EXISTS: slugTaken,
  ORGANIZATION_SLUG_ALREADY_TAKEN: slugTaken,
  INVALID_SLUG: "Usa fino a 64 lettere e numeri, separati da trattini singoli.",
  ORGANIZATION_NOT_FOUND: "Questa organizzazione non esiste più.",
  ORGANIZATION_ID_IS_REQUIRED: chooseOrganization,
  NO_ACTIVE_ORGANIZATION: chooseOrganization,
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: "Non fai più parte di questa organizzazione.",
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: notMember,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: "Non hai l’autorizzazione per creare organizzazioni.",
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: "Hai raggiunto il numero massimo di organizzazioni.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: "Non hai l’autorizzazione per modificare questa organizzazione.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: "Non hai l’autorizzazione per eliminare questa organizzazione.",
  MEMBER_NOT_FOUND: "Questa persona non è più un membro.",
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: "Questa persona è già un membro.",
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: "Questa organizzazione ha raggiunto il limite di membri.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: "Non hai l’autorizzazione per rimuovere questo membro.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: "Non hai l’autorizzazione per assegnare questo ruolo a questo membro.",
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: needsOwner,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: needsOwner,
  INVITATION_NOT_FOUND: "Questo invito è scaduto, è stato revocato o ha già ricevuto risposta. Chiedine uno nuovo.",
  FAILED_TO_RETRIEVE_INVITATION: "Questo invito è cambiato mentre rispondevi. Riprova.",
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION:
    "Chi ti ha invitato non è più un membro. Chiedi un invito a un altro membro.",
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: "Questa email ha già un invito in sospeso. Invia di nuovo quello.",
  INVITATION_LIMIT_REACHED: "Hai raggiunto il limite di inviti in sospeso. Revocane prima uno.",
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: "Questo invito è stato inviato a un’altra email.",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: "Non hai l’autorizzazione per invitare membri.",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE:
    "Non puoi invitare qualcuno a un ruolo con più autorizzazioni di chi invita.",
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: "Non hai l’autorizzazione per revocare inviti.",
  EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION:
    "Verifica prima la tua email. Apri il link che ti abbiamo inviato.",
  EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION: "Verifica la tua email per vedere gli inviti.",
  ORGANIZATION_DELETION_DISABLED:
    "In questa app le organizzazioni non possono essere eliminate. Trasferisci prima la proprietà.",
  YOU_ARE_NOT_ALLOWED_TO_VIEW_ORGANIZATIONS: "Non hai l’autorizzazione per vedere le organizzazioni.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_ORGANIZATIONS:
    "Non hai l’autorizzazione per vedere le organizzazioni degli utenti.",
  TEAM_NOT_FOUND: "Questo team non esiste più.",
  INVALID_TEAM_ID: "Questo team non esiste.",
  UNABLE_TO_REMOVE_LAST_TEAM: "Un’organizzazione deve avere almeno un team. Creane prima un altro o rinomina questo.",
  YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM: "Seleziona prima un team.",
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: "Questa persona non fa parte di questo team.",
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: "Questa organizzazione ha raggiunto il limite di team.",
  YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION: notMember,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: "Non hai l’autorizzazione per creare team.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: "Non hai l’autorizzazione per modificare questo team.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: "Non puoi eliminare un team di cui fai parte. Fatti prima rimuovere.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: "Non hai l’autorizzazione per eliminare team.",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER: "Non hai l’autorizzazione per aggiungere membri ai team.",
  YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER: "Non hai l’autorizzazione per rimuovere membri dai team.",
  TEAM_MEMBER_LIMIT_REACHED: "Questo team è al completo.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_THE_MEMBERS_OF_A_TEAM: "Non hai l’autorizzazione per vedere i membri di questo team.",
  ROLE_NOT_FOUND: "Questo ruolo non esiste più.",
  YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE: chooseOrganization,
  ROLE_NAME_IS_ALREADY_TAKEN: "Esiste già un ruolo con questo nome.",
  INVALID_RESOURCE: "Questo ruolo contiene un’autorizzazione che non esiste più. Ricarica la pagina e riprova.",
  TOO_MANY_ROLES: "Questa organizzazione ha raggiunto il limite di ruoli. Elimina prima un ruolo non usato.",
  CANNOT_DELETE_A_PRE_DEFINED_ROLE: "I ruoli predefiniti non possono essere eliminati.",
  ROLE_IS_ASSIGNED_TO_MEMBERS:
    "Questo ruolo è assegnato a dei membri. Assegna loro un altro ruolo prima di rinominarlo o eliminarlo.",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE: "Non hai l’autorizzazione per creare questo ruolo.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE: "Non hai l’autorizzazione per modificare questo ruolo.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE: "Non hai l’autorizzazione per eliminare ruoli.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_A_ROLE: "Non hai l’autorizzazione per vedere i ruoli.",
  YOU_ARE_NOT_ALLOWED_TO_READ_A_ROLE: "Non hai l’autorizzazione per vedere questo ruolo.",
  MISSING_AC_INSTANCE: "I ruoli personalizzati non sono disponibili in questa app.",
};
