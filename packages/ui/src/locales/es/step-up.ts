/** The Spanish texts of step-up authentication. */

import type { StepUpTexts } from "../../step-up/texts.ts";

/** Texts for `stepUpUi`. */
export const stepUp: StepUpTexts = {
  devices: {
    recognized: "Dispositivo reconocido",
    text: "No te enviamos correos sobre inicios de sesión en este dispositivo.",
    forget: "Olvidar",
    forgetLabel: "Olvidar {device}",
    forgotten: "Dispositivo olvidado. Te enviaremos un correo la próxima vez que se inicie sesión en él.",
  },
  cooldown: {
    title: "Tu cuenta se recuperó por correo hace poco",
    text: "Para protegerte por si otra persona ha leído tu correo, hasta el {time} no se pueden cambiar el correo electrónico, el número de teléfono, las llaves de acceso, la autenticación de dos factores ni las cuentas conectadas.",
    textWithDeletion:
      "Para protegerte por si otra persona ha leído tu correo, hasta el {time} no se pueden cambiar el correo electrónico, el número de teléfono, las llaves de acceso, la autenticación de dos factores ni las cuentas conectadas, ni eliminar la cuenta.",
    passkey: "Para hacerlo ahora, inicia sesión con una llave de acceso.",
  },
  notMe: {
    title: "¿No fuiste tú?",
    text: "Cerraremos la sesión en todos los dispositivos y te enviaremos un enlace para establecer una nueva contraseña.",
    textWithoutReset: "Cerraremos la sesión en todos los dispositivos.",
    submit: "Proteger mi cuenta",
    wasMe: "Fui yo",
    doneTitle: "Tu cuenta está protegida",
    doneWithEmail:
      "Se ha cerrado la sesión en todos los dispositivos. Busca en tu correo el enlace para establecer una nueva contraseña.",
    signedOutTitle: "Se ha cerrado la sesión en todos los dispositivos",
    resetText: "Tu contraseña no ha cambiado. Restablécela para que nadie más pueda iniciar sesión con ella.",
    changeText: "Tu contraseña no ha cambiado. Inicia sesión y cámbiala para que nadie más pueda usarla.",
    invalidTitle: "Este enlace ya no es válido",
    invalidText: "Ya se ha usado o tiene más de 7 días. Si no reconoces un inicio de sesión, restablece tu contraseña.",
    invalidTextWithoutReset:
      "Ya se ha usado o tiene más de 7 días. Si no reconoces un inicio de sesión, inicia sesión y revisa tus sesiones activas.",
    signIn: "Iniciar sesión",
    resetPassword: "Restablecer contraseña",
  },
  errors: {
    ACCOUNT_RECENTLY_RECOVERED:
      "Tu cuenta se recuperó por correo hace poco. Podrás cambiar tus métodos de inicio de sesión cuando termine el tiempo de espera.",
  },
};
