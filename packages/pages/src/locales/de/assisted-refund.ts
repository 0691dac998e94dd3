import { line } from '../../html.ts'
import type { AssistedRefundTexts } from '../en/assisted-refund.ts'

/** Texts of the two pages of a refund that the merchant pays. Values are amounts with their unit, names and times as shown. */
export const assistedRefund: AssistedRefundTexts = {
  offered: (merchant, amount) => line`${merchant} erstattet Ihnen ${amount}`,
  offeredHelp: (merchant) =>
    line`Nennen Sie die Adresse, an die gezahlt wird. ${merchant} zahlt aus dem eigenen Wallet: Wir verwahren dieses Geld nicht.`,
  reason: (reason) => line`Grund: ${reason}`,
  value: 'Wert',
  wholeAmount: (merchant) => line`Der Betrag kommt ganz an: Die Netzgebühr zahlt ${merchant}.`,
  consequencePaid: (merchant, amount) => line`${merchant} erhält die Adresse und zahlt ${amount} aus dem eigenen Wallet dorthin`,
  consequenceOnce: (merchant) =>
    line`Sie können eine einzige Adresse nennen, und nur einmal. Nur ${merchant} kann mit einer anderen neu beginnen.`,
  nameAddress: 'Diese Adresse nennen',
  named: (merchant) => line`${merchant} hat Ihre Adresse und kann zahlen`,
  namedHelp: (merchant) =>
    line`Diese Seite zeigt die Rückerstattung, sobald ein Block sie enthält. Ist die Adresse unten nicht Ihre, sagen Sie es ${merchant} sofort.`,
  partly: (sent, all) => line`${sent} von ${all} wurden gesendet`,
  partlyHelp: (open, merchant) => line`${open} fehlen noch. Fragen Sie ${merchant}, wenn der Rest nicht folgt.`,
  finalSoFar: 'Bisher endgültig',
  stillOpen: 'Noch zu zahlen',
  openUntil: 'Offen bis',
  cancelled: (merchant) => line`${merchant} hat diese Rückerstattung zurückgezogen`,
  cancelledHelp: (merchant) => line`Sie wird nicht mehr gezahlt. Fragen Sie ${merchant}, wenn Sie das überrascht.`,
  expired: 'Diese Rückerstattung ist abgelaufen',
  expiredHelp: (merchant) =>
    line`Sie wurde nicht rechtzeitig gezahlt. Bitten Sie ${merchant}, sie zu erneuern: Sie bekommen dann einen neuen Link.`,
  transfers: 'Überweisungen',
  included: 'Wird bestätigt',
  final: 'Endgültig',
  gone: 'Vom Netz zurückgenommen',
  takenBack: 'Das Netz hat seine letzten Blöcke zurückgenommen',
  takenBackHelp: 'Eine Überweisung dieser Rückerstattung war in einem davon. Meist kommt sie von selbst zurück; bis dahin zählt sie nicht.',
  payTitle: (amount) => line`Rückerstattung von ${amount}`,
  pay: 'Diese Rückerstattung zahlen',
  payHelp: (merchant) =>
    line`Zahlen Sie aus einem Wallet von ${merchant}. Die Zahlung wird von selbst erkannt, sobald ein Block sie enthält.`,
  unnamed: 'Noch ist keine Adresse genannt',
  unnamedHelp: 'Der Zahler nennt sie auf der Seite des anderen Links. Danach zeigt diese Seite, wohin zu zahlen ist.',
  otherCoins:
    'Andere Coins, und derselbe Coin über ein anderes Netz, zählen nicht. Was über den Betrag hinaus gesendet wird, lässt sich nicht zurückholen.',
  confirming: 'Gezahlt: Das Netz bestätigt die Zahlung',
  arrived: 'Die Rückerstattung ist angekommen',
  payCancelled: 'Diese Rückerstattung wurde zurückgezogen',
  payCancelledHelp: 'Zahlen Sie nicht: Was jetzt noch ankommt, zählt nicht mehr.',
  payExpiredHelp: 'Zahlen Sie jetzt nicht. Erneuern Sie sie zuerst im Portal.',
  paidAlready: 'Schon gezahlt und nicht erkannt?',
  paidAlreadyHelp:
    'Nennen Sie die Transaktion, wenn Sie von einer Börse oder aus einem Smart-Contract-Wallet gezahlt haben oder bevor die Adresse genannt wurde.',
  transactionId: 'Transaktions-ID',
  transactionHint: 'Ihr Wallet zeigt sie, ebenso der Explorer. Was sie an diese Adresse zahlt, zählt, sobald es endgültig ist.',
  nameTransaction: 'Diese Transaktion suchen',
  transactionMissing: 'Geben Sie die Transaktions-ID ein.',
  transactionMalformed: (network) => line`Das ist keine Transaktions-ID im Netz ${network}. Kopieren Sie sie noch einmal aus Ihrem Wallet.`,
  transactionsFull: 'Dieser Link nimmt keine weitere Transaktion an. Der Händler kann im Portal weitere nennen.',
  lookedFor: 'Wird gesucht',
  refused: 'Nicht gezählt',
  notFound: 'Kein Block enthält sie.',
  notAnswered: 'Sie ließ sich nicht prüfen: Der Knoten kennt die Stände zu ihrem Block nicht mehr.',
  olderThanPayment: 'Sie ist älter als die Zahlung.',
  countedElsewhere: 'Sie zählt für eine andere Rückerstattung.',
  failed: 'Sie ist im Netz fehlgeschlagen.',
  paysSomethingElse: 'Sie sendet nichts von diesem Coin an diese Adresse.',
  balanceDoesNotShowIt: 'Das Guthaben der Adresse ist durch sie nicht gestiegen.',
  changed: 'Die Rückerstattung hat sich inzwischen geändert',
  changedHelp: 'Diese Seite ist nicht mehr aktuell. Was Sie eingegeben haben, bleibt, bis Sie sie verlassen.',
  showChange: 'Die Rückerstattung zeigen, wie sie jetzt ist',
}
