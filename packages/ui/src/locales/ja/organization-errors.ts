/** The Japanese texts of errors of organizations, by code. */

import type { OrganizationTexts } from "../../organization/texts.ts";

const slugTaken = "このスラッグはすでに使用されています。別のスラッグをお試しください。";
const chooseOrganization = "先に組織を選択してください。";
const needsOwner = "組織にはオーナーが必要です。先に別のメンバーをオーナーにしてください。";
const notMember = "あなたはこの組織のメンバーではありません。";

/** The Japanese texts of errors of organizations, by code. */
export const organizationErrors: OrganizationTexts["errors"] = {
  ORGANIZATION_ALREADY_EXISTS: slugTaken,
  ORGANIZATION_SLUG_ALREADY_TAKEN: slugTaken,
  INVALID_SLUG: "64文字以内の英数字を使用してください。区切りには単独のハイフンを使用できます。",
  ORGANIZATION_NOT_FOUND: "この組織はもう存在しません。",
  ORGANIZATION_ID_IS_REQUIRED: chooseOrganization,
  NO_ACTIVE_ORGANIZATION: chooseOrganization,
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: "この組織のメンバーではなくなりました。",
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: notMember,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: "組織を作成する権限がありません。",
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: "組織の数が上限に達しています。",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: "この組織を編集する権限がありません。",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: "この組織を削除する権限がありません。",
  MEMBER_NOT_FOUND: "この人はもうメンバーではありません。",
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: "この人はすでにメンバーです。",
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: "この組織のメンバー数が上限に達しています。",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: "このメンバーを削除する権限がありません。",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: "このメンバーにこのロールを割り当てる権限がありません。",
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: needsOwner,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: needsOwner,
  INVITATION_NOT_FOUND: "この招待は期限切れか、取り消されたか、すでに返答済みです。新しい招待を依頼してください。",
  FAILED_TO_RETRIEVE_INVITATION: "返答中にこの招待が変更されました。もう一度お試しください。",
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION:
    "あなたを招待した人はもうメンバーではありません。別のメンバーに招待を依頼してください。",
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION:
    "このメールアドレスにはすでに保留中の招待があります。その招待を再送信してください。",
  INVITATION_LIMIT_REACHED: "保留中の招待の数が上限に達しています。先に招待を取り消してください。",
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: "この招待は別のメールアドレスに送られたものです。",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: "メンバーを招待する権限がありません。",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: "招待する人より多くの権限を持つロールには招待できません。",
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: "招待を取り消す権限がありません。",
  EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION:
    "先にメールアドレスを確認してください。お送りしたリンクを開いてください。",
  EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION: "招待を表示するには、メールアドレスを確認してください。",
  ORGANIZATION_DELETION_DISABLED: "このアプリでは組織を削除できません。先に所有権を譲渡してください。",
  YOU_ARE_NOT_ALLOWED_TO_VIEW_ORGANIZATIONS: "組織を表示する権限がありません。",
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_ORGANIZATIONS: "ユーザーの組織を表示する権限がありません。",
  TEAM_NOT_FOUND: "このチームはもう存在しません。",
  INVALID_TEAM_ID: "このチームは存在しません。",
  UNABLE_TO_REMOVE_LAST_TEAM:
    "組織には少なくとも1つのチームが必要です。先に別のチームを作成するか、このチームの名前を変更してください。",
  YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM: "先にチームを選択してください。",
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: "この人はこのチームに所属していません。",
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: "この組織のチーム数が上限に達しています。",
  YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION: notMember,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: "チームを作成する権限がありません。",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: "このチームを編集する権限がありません。",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM:
    "自分が所属するチームは削除できません。先にチームから外してもらってください。",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: "チームを削除する権限がありません。",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER: "チームメンバーを追加する権限がありません。",
  YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER: "チームメンバーを削除する権限がありません。",
  TEAM_MEMBER_LIMIT_REACHED: "このチームのメンバー数が上限に達しています。",
  YOU_ARE_NOT_ALLOWED_TO_LIST_THE_MEMBERS_OF_A_TEAM: "このチームのメンバーを表示する権限がありません。",
  ROLE_NOT_FOUND: "このロールはもう存在しません。",
  YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE: chooseOrganization,
  ROLE_NAME_IS_ALREADY_TAKEN: "この名前のロールはすでに存在します。",
  INVALID_RESOURCE:
    "このロールには、存在しなくなった権限が含まれています。ページを再読み込みして、もう一度お試しください。",
  TOO_MANY_ROLES: "この組織のロール数が上限に達しています。先に使用していないロールを削除してください。",
  CANNOT_DELETE_A_PRE_DEFINED_ROLE: "標準のロールは削除できません。",
  ROLE_IS_ASSIGNED_TO_MEMBERS:
    "このロールを持つメンバーがいます。名前を変更または削除する前に、別のロールを割り当ててください。",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE: "このロールを作成する権限がありません。",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE: "このロールを編集する権限がありません。",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE: "ロールを削除する権限がありません。",
  YOU_ARE_NOT_ALLOWED_TO_LIST_A_ROLE: "ロールを表示する権限がありません。",
  YOU_ARE_NOT_ALLOWED_TO_READ_A_ROLE: "このロールを表示する権限がありません。",
  MISSING_AC_INSTANCE: "このアプリではカスタムロールを利用できません。",
};
