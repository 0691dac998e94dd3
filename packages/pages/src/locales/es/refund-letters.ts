import type { RefundLetterTexts } from '../../emails/mails/refund-letter-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of letters about refunds that merchants pay. */
export const refundLetters: RefundLetterTexts = {
  help: ({ merchant }) => say`${merchant} le devuelve su pago y paga la devolución desde su propio monedero.`,
  reason: 'Motivo',
  value: 'Valor',
  networkFee: 'Comisión de red',
  feeOfMerchant: ({ merchant }) => say`la paga ${merchant}`,
  paidByMerchant: ({ merchant }) => say`lo hace ${merchant}, desde su propio monedero`,
  named: {
    subject: ({ merchant, amount }) => `${merchant} le devuelve ${amount}`,
    preheader: 'La página muestra a qué dirección se paga y cuándo ha llegado.',
    title: ({ merchant, amount }) => say`${merchant} le devuelve ${amount}`,
    compare: ({ merchant }) =>
      say`${merchant} ha indicado la dirección a la que se paga. Compárela en la página con su monedero; si no es suya, avise a ${merchant} de inmediato.`,
    button: 'Ver la devolución',
  },
  arrived: {
    subject: ({ merchant, amount }) => `${merchant} le ha devuelto ${amount}`,
    preheader: 'La red lo ha confirmado de forma definitiva.',
    title: ({ amount }) => say`Se le han devuelto ${amount}`,
    help: ({ merchant }) =>
      say`${merchant} lo ha pagado a su dirección y la red lo ha confirmado de forma definitiva. No tiene que hacer nada.`,
    received: 'Ha recibido',
  },
}
