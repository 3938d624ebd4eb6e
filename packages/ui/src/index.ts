/** The face of `@latchkey/ui`. */

export { Alert, type AlertProps } from "./primitives/alert.tsx";
export { Button, type ButtonProps } from "./primitives/button.tsx";
export { Card, type CardProps } from "./primitives/card.tsx";
export { Checkbox, type CheckboxProps } from "./primitives/checkbox.tsx";
export { ConfirmDialog, type ConfirmDialogProps } from "./primitives/confirm-dialog.tsx";
export { Field, type FieldProps, PasswordField } from "./primitives/field.tsx";
export {
  type AuthPaths,
  type AuthUi,
  AuthUiProvider,
  type AuthUiProviderProps,
  type LinkProps,
  useAuthUi,
} from "./provider/provider.tsx";
export { RequireSession, type RequireSessionProps } from "./session-gate/require-session.tsx";
export { type Device, readDevice } from "./sessions/device.ts";
export { SessionList, type SessionListProps } from "./sessions/session-list.tsx";
export { type ListedSession, SessionRow, type SessionRowProps } from "./sessions/session-row.tsx";
export { SignIn, type SignInProps } from "./sign-in/sign-in.tsx";
export { SignUp, type SignUpProps } from "./sign-up/sign-up.tsx";
export { type ErrorTexts, en, errorText, fill, type Texts } from "./texts/en.ts";
export { UserButton, type UserButtonProps } from "./user-button/user-button.tsx";
