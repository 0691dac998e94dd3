import type { ShellTexts } from '../en/shell.ts'

/** Texts of the frame around every public page. */
export const shell: ShellTexts = {
  skip: 'Ir al contenido',
  language: 'Idioma',
  change: 'Cambiar',
  testMode: 'Modo de prueba. No envíe dinero real: las direcciones de prueba solo aceptan monedas de prueba.',
  paymentBy: 'Pago con',
  recoveryPhrase: 'Nadie le pedirá nunca su frase de recuperación.',
  copy: 'Copiar',
  copied: 'Copiado',
}
