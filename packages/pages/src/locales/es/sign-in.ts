import type { SignInTexts } from '../en/sign-in.ts'

/** Texts of the pages that sign a user in to an app of somebody else, and out of it. */
export const signIn: SignInTexts = {
  allowTitle: (app) => `${app} pide acceso a su cuenta`,
  signedInAs: (email) => `Sesión iniciada como ${email}.`,
  notYou: '¿No es usted?',
  openid: 'Saber quién es usted',
  openidHelp: 'Un identificador que no cambia',
  profile: 'Ver su nombre',
  profileHelp: 'El nombre de su cuenta',
  email: 'Ver su correo electrónico',
  payments: 'Crear y leer pagos',
  paymentsHelp: (names) => `Para todos sus negocios: ${names}. No puede cambiar sus monederos, claves ni ajustes.`,
  noBusinesses: 'ninguno todavía',
  andMore: (names, count) => `${names} y ${count} más`,
  allow: 'Permitir el acceso',
  refuse: 'Rechazar',
  returnTo: (host) => `Volverá a ${host}.`,
  takeBack: 'Puede retirar el acceso en cualquier momento en su cuenta.',
  signOutTitle: '¿Cerrar la sesión?',
  signOutHelp: 'Una aplicación pide cerrar su sesión en este navegador.',
  signOut: 'Cerrar la sesión',
  stay: 'Seguir con la sesión',
  signedOut: 'Ha cerrado la sesión',
  signedOutHelp: 'Puede cerrar esta página.',
  failed: 'Este enlace de inicio de sesión no es válido',
  failedHelp:
    'La aplicación que le envió aquí no está registrada para la dirección a la que quiere que vuelva, o su solicitud es incorrecta. Por su seguridad, no le enviamos allí.',
  failedAgain:
    'Vuelva a la aplicación y empiece de nuevo. Si usted la gestiona: la dirección de retorno debe coincidir exactamente con la registrada.',
  ended: 'Este inicio de sesión ha terminado',
  endedHelp: 'Tardó demasiado o continuó en otra pestaña. Vuelva a la aplicación y empiece de nuevo.',
}
