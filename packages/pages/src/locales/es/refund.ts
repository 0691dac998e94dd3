import { line } from '../../html.ts'
import type { RefundTexts } from '../en/refund.ts'

/** Texts of the refund page. Values are amounts with their unit, names, times and spans of time as shown. */
export const refund: RefundTexts = {
  title: (merchant) => line`Reembolso de ${merchant}`,
  offered: (amount) => line`Se le pueden devolver ${amount}`,
  underpaid: (merchant) =>
    line`Antes de que acabara el tiempo llegó menos del importe completo, por lo que ${merchant} no recibió el pago. Su dinero está guardado; indique la dirección a la que se devuelve.`,
  late: (merchant) =>
    line`Llegó cuando el tiempo ya había acabado, por lo que ${merchant} no recibió el pago. Su dinero está guardado; indique la dirección a la que se devuelve.`,
  failed: (merchant) => line`El pago a ${merchant} no se completó. Su dinero está guardado; indique la dirección a la que se devuelve.`,
  held: 'Guardado para usted',
  amount: 'Importe',
  networkFeeAbout: 'Comisión de red, ahora aproximadamente',
  networkFee: 'Comisión de red',
  youReceiveAbout: 'Recibe aproximadamente',
  youReceive: 'Recibe',
  youReceived: 'Ha recibido',
  feeTakenOff: 'Se descuenta la comisión de red del día del envío. No hay ninguna otra comisión.',
  linkWorksUntil: 'Este enlace funciona hasta',
  reference: 'Referencia del pago',
  network: 'Red',
  notWorth: 'La comisión de red es ahora mayor que el importe',
  notWorthHelp: 'Puede indicar una dirección ahora. El dinero se envía cuando la comisión haya bajado.',
  yourAddress: (network) => line`Su dirección de ${network}`,
  addressHint: (network) =>
    line`Una dirección de recepción de su propio monedero en ${network}. No la dirección a la que pagó. Si pagó desde una plataforma de intercambio, use la dirección de depósito que esta le da.`,
  check: 'Comprobar la dirección',
  nothingYet: 'Todavía no se envía nada. Lo verá todo otra vez antes de confirmar.',
  addressMissing: 'Escriba la dirección a la que se envía el dinero.',
  addressMalformed: (network) =>
    line`Esta no es una dirección de ${network}. Puede faltar un carácter o estar mal: cópiela de nuevo desde su monedero.`,
  addressOtherNetwork: (network) => line`Esta dirección es de otra red. Escriba una dirección de ${network}.`,
  addressOwn: 'Esta es una dirección para pagar a una tienda. Escriba una dirección de recepción de su propio monedero.',
  addressNoWallet:
    'Esta es la dirección de un token o de un programa, no de un monedero. Escriba una dirección de recepción de su propio monedero.',
  addressUnchecked: 'La dirección no se puede comprobar en este momento. Inténtelo de nuevo en un minuto: no se ha enviado nada.',
  review: (amount) => line`¿Enviar ${amount} a esta dirección?`,
  reviewHelp: 'Compare cada carácter con su monedero.',
  consequenceAmount: (amount) => line`${amount}, menos la comisión de red`,
  consequenceWait: (span, moment) => line`Se envía tras una espera de ${span}: no antes del ${moment}`,
  consequenceNoWait: 'Se envía en cuanto confirme',
  consequenceFinal:
    'Se envía una sola vez. Nadie puede recuperarlo: ni usted, ni la tienda, ni nosotros. En una dirección equivocada el dinero se pierde.',
  confirm: 'Enviar a esta dirección',
  change: 'Cambiar la dirección',
  claimed: (moment) => line`Su reembolso se envía no antes del ${moment}`,
  claimedHelp: (merchant, moment) =>
    line`La espera le protege. Si esta dirección no es suya, avise a ${merchant} antes del ${moment}: hasta entonces se puede detener el reembolso.`,
  due: 'Su reembolso está a punto de enviarse',
  dueHelp: 'La espera ha terminado. El reembolso se comprueba una vez más y después se envía.',
  feeDelay: 'Su reembolso espera una comisión de red más baja',
  feeDelayHelp: 'La comisión de red es ahora mayor que el importe. El dinero sigue guardado y se envía cuando la comisión haya bajado.',
  toAddress: 'A esta dirección',
  paying: 'Su reembolso se está enviando',
  payingHelp: 'La transacción aparece aquí en cuanto la red la tenga.',
  sent: 'Su reembolso está en camino',
  sentHelp: 'La red tiene la transacción y la está confirmando. No tiene que hacer nada.',
  returned: (amount) => line`Se le devolvieron ${amount}`,
  returnedHelp: 'El reembolso es definitivo. No queda nada por hacer.',
  transaction: 'Transacción',
  viewTransaction: 'Ver transacción',
  overtaken: 'El pago se completó',
  overtakenHelp: (merchant) =>
    line`El dinero cuenta como pagado a ${merchant}, así que no se devuelve nada. Pregunte a ${merchant} si le sorprende.`,
  unsettled: 'Su dinero se está confirmando de nuevo',
  unsettledHelp:
    'La red retiró sus últimos bloques y su transferencia estaba en uno de ellos. Suele volver por sí sola. Abra esta página de nuevo dentro de una hora.',
  taken: 'Se indicó otra dirección antes que la suya',
  takenHelp: (merchant) =>
    line`Este enlace acepta una sola dirección y la suya no se usó. Si no conoce la dirección de abajo, avise a ${merchant} de inmediato.`,
  checkAgain: 'Comprobar de nuevo',
}
