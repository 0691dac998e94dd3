import type { AccountLinkTexts } from '../en/account-links.ts'

/** Texts of the pages that links in e-mails to a merchant open. */
export const accountLinks: AccountLinkTexts = {
  verifyTitle: 'Confirme su dirección de correo',
  verifyHelp: 'Pulse el botón para confirmar que esta dirección es suya.',
  verifyButton: 'Confirmar la dirección',
  verifyDone: 'Su dirección de correo está confirmada',
  verifyDoneHelp: 'Puede cerrar esta página.',
  resetTitle: 'Elija una contraseña nueva',
  resetHelp: 'Se cierran todas las sesiones de su cuenta, en todos los dispositivos. Las claves de API siguen funcionando.',
  resetButton: 'Guardar la contraseña',
  resetDone: 'Su contraseña está guardada',
  resetDoneHelp: 'Inicie sesión con ella. Todas las sesiones anteriores se han cerrado.',
  password: 'Contraseña nueva',
  passwordHint: 'De 8 a 128 caracteres. La longitud es la única regla.',
  show: 'Mostrar',
  hide: 'Ocultar',
  showPassword: 'Mostrar la contraseña',
  passwordBad: 'Use de 8 a 128 caracteres.',
  deadLink: 'Este enlace ya no funciona',
  deadLinkHelp: 'Ya se usó o tiene más de 24 horas. Pida uno nuevo y abra el correo más reciente.',
  noToken: 'Este enlace está incompleto',
  noTokenHelp: 'Ábralo de nuevo desde el correo o cópielo entero en la barra de direcciones.',
  limited: 'Demasiados intentos. Espere unos minutos y pulse el botón de nuevo.',
  busy: 'El servicio está ocupado en este momento. Pulse el botón de nuevo en unos segundos.',
  offline: 'No se puede acceder al servicio en este momento. Compruebe su conexión y pulse el botón de nuevo.',
  failed: 'No ha funcionado. No ha cambiado nada; pulse el botón de nuevo o pida un enlace nuevo.',
  needsScript: 'Esta página necesita JavaScript',
  needsScriptHelp:
    'La clave de su enlace no queda en ningún registro, por eso solo un script de esta página puede enviarla. Permita JavaScript y abra el enlace de nuevo.',
  working: 'Un momento…',
}
