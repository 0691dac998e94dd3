import type { PayerTexts } from '../../emails/mails/payer-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of mails to payers. */
export const emails: PayerTexts = {
  orOpen: 'O abra',
  sentFor: (product, merchant) => say`Enviado por ${product} en nombre de ${merchant}. Nadie le pedirá nunca su frase de recuperación.`,
  replies: (merchant) => say`¿Preguntas? Responda a este correo: la respuesta llega a ${merchant}.`,
  nameFirst:
    'Abra primero el depósito e indique su dirección para reembolsos: de ella depende adónde paga, y la página lo mostrará entonces.',
  refund: {
    subject: ({ merchant, amount }) => `${merchant} le devuelve ${amount}: ¿a qué dirección?`,
    preheader: ({ coin }) => say`Indique una dirección de su propio monedero de ${coin}. El enlace funciona una sola vez.`,
    title: ({ amount }) => say`¿Adónde enviamos sus ${amount}?`,
    reasons: {
      underpaid: ({ merchant }) => say`Su pago no cubrió el precio, por lo que ${merchant} le devuelve lo que envió.`,
      late: ({ merchant }) => say`Su pago llegó cuando el plazo ya había terminado, por lo que ${merchant} le devuelve lo que envió.`,
      failed: ({ merchant }) => say`Su pago no pudo completarse, por lo que ${merchant} le devuelve lo que envió.`,
    },
    ask: 'Las direcciones de origen suelen pertenecer a plataformas de intercambio; por eso le pedimos una en lugar de adivinarla.',
    payment: 'Pago',
    youGet: 'Recibe',
    lessNetworkFee: ({ amount }) => say`${amount}, menos la comisión de red`,
    ourFee: 'Nuestra comisión',
    none: 'ninguna',
    paid: 'Se paga',
    paidAfter: (hours) => say`${hours} después de indicar la dirección`,
    paidAtOnce: 'poco después de indicar la dirección',
    worksUntil: 'El enlace vale hasta',
    button: 'Indicar la dirección',
    warning: ({ coin }) => say`Solo ${coin}, solo su propio monedero`,
    consequence:
      'Lo que se envía a una dirección equivocada no se puede recuperar. La página muestra la dirección otra vez antes de que confirme; funciona una sola vez.',
    isKey: ({ merchant }) =>
      say`Este enlace es su llave: quien lo tenga decide adónde va el dinero. No reenvíe este correo, tampoco a ${merchant}.`,
    why: ({ merchant, to }) => say`Recibe este correo porque se indicó ${to} para la devolución de un pago a ${merchant}.`,
  },
}
