/** Public exports of `@latchkey/ui`. */

export { Account, type AccountProps } from "./account/account.tsx";
export { type AccountState, type AccountStateQuery, useAccountState } from "./account/account-state.ts";
export { AccountConnections, type AccountConnectionsProps } from "./account/connections.tsx";
export { AccountDanger, type AccountDangerProps } from "./account/danger.tsx";
export { AccountProfile } from "./account/profile.tsx";
export { AccountSecurity } from "./account/security.tsx";
export { AccountDeleted } from "./auth/account-deleted.tsx";
export { Auth, type AuthProps } from "./auth/auth.tsx";
export type { AuthPageProps } from "./auth/auth-card.tsx";
export { AuthError, type AuthErrorProps } from "./auth/auth-error.tsx";
export { EmailVerified, type EmailVerifiedProps } from "./email-verification/email-verified.tsx";
export { VerifyEmailBanner, type VerifyEmailBannerProps } from "./email-verification/verify-email-banner.tsx";
export { ForgotPassword, type ForgotPasswordProps } from "./password-recovery/forgot-password.tsx";
export { ResetPassword, type ResetPasswordProps } from "./password-recovery/reset-password.tsx";
export { Alert, type AlertProps } from "./primitives/alert.tsx";
export { Avatar, type AvatarProps } from "./primitives/avatar.tsx";
export { Badge, type BadgeProps, Status, type Tone } from "./primitives/badge.tsx";
export { Button, type ButtonProps, IconButton, type IconButtonProps } from "./primitives/button.tsx";
export { Card, CardLevel, type CardProps, Stack, type StackProps } from "./primitives/card.tsx";
export { Checkbox, type CheckboxProps } from "./primitives/checkbox.tsx";
export { CodeField, type CodeFieldProps } from "./primitives/code-field.tsx";
export { Combobox, type ComboboxOption, type ComboboxProps } from "./primitives/combobox.tsx";
export { ConfirmDialog, type ConfirmDialogProps } from "./primitives/confirm-dialog.tsx";
export { CopyButton, type CopyButtonProps } from "./primitives/copy-button.tsx";
export {
  type Column,
  DataTable,
  type DataTableProps,
  Pager,
  type PagerProps,
  type Selection,
  SelectionBar,
  type SelectionBarProps,
  type Sorting,
} from "./primitives/data-table.tsx";
export { Drawer, type DrawerProps } from "./primitives/drawer.tsx";
export { Email, type EmailProps } from "./primitives/email.tsx";
export { EmailListField, type EmailListFieldProps } from "./primitives/email-list-field.tsx";
export { EmptyState, type EmptyStateProps } from "./primitives/empty-state.tsx";
export { ErrorPanel, type ErrorPanelProps } from "./primitives/error-panel.tsx";
export { Field, type FieldProps, PasswordField } from "./primitives/field.tsx";
export { type Filter, FilterChips, type FilterChipsProps } from "./primitives/filter-chips.tsx";
export { FormDialog, type FormDialogProps } from "./primitives/form-dialog.tsx";
export { Icon, type IconName, type IconProps } from "./primitives/icons.tsx";
export { ImageField, type ImageFieldProps } from "./primitives/image-field.tsx";
export { Menu, MenuItem, type MenuItemProps, type MenuProps, MenuSeparator } from "./primitives/menu.tsx";
export { Person, type PersonProps } from "./primitives/person.tsx";
export { Popover, type PopoverProps } from "./primitives/popover.tsx";
export { QrCode, type QrCodeProps } from "./primitives/qr-code.tsx";
export { type InlineEdit, Row, type RowDialogProps, RowGroup, type RowProps, Rows } from "./primitives/row.tsx";
export { Screen, type ScreenProps } from "./primitives/screen.tsx";
export { SearchField, type SearchFieldProps } from "./primitives/search-field.tsx";
export {
  type NavItem,
  RowsGroup,
  type RowsGroupProps,
  Section,
  SectionNav,
  type SectionNavProps,
  type SectionProps,
  SettingsLayout,
  type SettingsLayoutProps,
} from "./primitives/section.tsx";
export { SelectField, type SelectFieldProps, type SelectOption } from "./primitives/select-field.tsx";
export { Loading, type LoadingProps, Skeleton, type SkeletonProps } from "./primitives/skeleton.tsx";
export { type ShowToast, type ToastMessage, useToast } from "./primitives/toast.tsx";
export { Tooltip, type TooltipProps } from "./primitives/tooltip.tsx";
export { useSection } from "./primitives/use-section.ts";
export { ProofDialog } from "./proof/proof-dialog.tsx";
export type { Appearance, Slot } from "./provider/appearance.tsx";
export type { CallPaths } from "./provider/call-paths.ts";
export { useAuthUi } from "./provider/context.ts";
export { AuthUiProvider, type AuthUiProviderProps } from "./provider/provider.tsx";
export {
  currentPath,
  safeRedirect,
  type UseRedirectOptions,
  useRedirect,
  withRedirect,
} from "./provider/redirect.ts";
export type {
  AccountExtension,
  AccountSection,
  AccountSectionProps,
  AuthPaths,
  AuthUi,
  FormExtension,
  FormExtensionProps,
  Identifier,
  IdentifierResult,
  IdentifierSignIn,
  LinkProps,
  OrganizationExtension,
  OrganizationSection,
  PluginAuthPage,
  Redirect,
  SessionMarkProps,
  UiLocale,
  UiPlugin,
} from "./provider/types.ts";
export type { ImageKind, UploadImage } from "./provider/upload.ts";
export { useCapabilities } from "./provider/use-capabilities.ts";
export { RequireSession, type RequireSessionProps } from "./session-gate/require-session.tsx";
export { type Device, readDevice } from "./sessions/device.ts";
export { type DeviceAction, DeviceRow, type DeviceRowProps } from "./sessions/device-row.tsx";
export { Devices, type DevicesProps } from "./sessions/devices.tsx";
export { SignIn, type SignInProps } from "./sign-in/sign-in.tsx";
export { NewPasswordField, type NewPasswordFieldProps } from "./sign-up/new-password-field.tsx";
export { SignUp, type SignUpProps } from "./sign-up/sign-up.tsx";
export { ProviderMark, type ProviderMarkProps } from "./social/marks/provider-mark.tsx";
export type { ProviderChoice, ProviderInfo } from "./social/providers.ts";
export { SocialButtons, type SocialButtonsProps } from "./social/social-buttons.tsx";
export { en } from "./texts/en.ts";
export type { ErrorTexts } from "./texts/errors.ts";
export type { TextOverrides } from "./texts/overrides.ts";
export { errorText, fill, fillCount, type PluralText, type Texts } from "./texts/texts.ts";
export { UserButton, type UserButtonProps } from "./user-button/user-button.tsx";
