import { line } from '../../html.ts'
import type { RefundTexts } from '../en/refund.ts'

/** Texts of the refund page. Values are amounts with their unit, names, times and spans of time as shown. */
export const refund: RefundTexts = {
  title: (merchant) => line`Rückerstattung von ${merchant}`,
  offered: (amount) => line`${amount} können an Sie zurückgehen`,
  underpaid: (merchant) =>
    line`Vor Ablauf der Zeit kam weniger als der volle Betrag an, daher wurde ${merchant} nicht bezahlt. Ihr Geld wird verwahrt; nennen Sie die Adresse, an die es zurückgeht.`,
  late: (merchant) =>
    line`Es kam nach Ablauf der Zeit an, daher wurde ${merchant} nicht bezahlt. Ihr Geld wird verwahrt; nennen Sie die Adresse, an die es zurückgeht.`,
  failed: (merchant) =>
    line`Die Zahlung an ${merchant} kam nicht zustande. Ihr Geld wird verwahrt; nennen Sie die Adresse, an die es zurückgeht.`,
  held: 'Für Sie verwahrt',
  amount: 'Betrag',
  networkFeeAbout: 'Netzgebühr, zurzeit etwa',
  networkFee: 'Netzgebühr',
  youReceiveAbout: 'Sie erhalten etwa',
  youReceive: 'Sie erhalten',
  youReceived: 'Sie haben erhalten',
  feeTakenOff: 'Abgezogen wird die Netzgebühr am Tag des Versands. Eine andere Gebühr gibt es nicht.',
  linkWorksUntil: 'Dieser Link gilt bis',
  reference: 'Zahlungsreferenz',
  network: 'Netz',
  notWorth: 'Die Netzgebühr ist zurzeit höher als der Betrag',
  notWorthHelp: 'Sie können jetzt eine Adresse nennen. Das Geld wird gesendet, sobald die Gebühr gefallen ist.',
  yourAddress: (network) => line`Ihre Adresse im Netz ${network}`,
  addressHint: (network) =>
    line`Eine Empfangsadresse Ihres eigenen Wallets im Netz ${network}. Nicht die Adresse, an die Sie gezahlt haben. Wenn Sie von einer Börse gezahlt haben, nehmen Sie die Einzahlungsadresse, die sie Ihnen gibt.`,
  check: 'Adresse prüfen',
  nothingYet: 'Noch wird nichts gesendet. Sie sehen alles noch einmal, bevor Sie bestätigen.',
  addressMissing: 'Geben Sie die Adresse ein, an die das Geld gesendet wird.',
  addressMalformed: (network) =>
    line`Das ist keine Adresse im Netz ${network}. Ein Zeichen fehlt oder ist falsch: Kopieren Sie sie noch einmal aus Ihrem Wallet.`,
  addressOtherNetwork: (network) => line`Diese Adresse gehört zu einem anderen Netz. Geben Sie eine Adresse im Netz ${network} ein.`,
  addressOwn: 'Das ist eine Adresse für Zahlungen an einen Shop. Geben Sie eine Empfangsadresse Ihres eigenen Wallets ein.',
  addressNoWallet:
    'Das ist die Adresse eines Tokens oder Programms, nicht die eines Wallets. Geben Sie eine Empfangsadresse Ihres eigenen Wallets ein.',
  addressUnchecked: 'Die Adresse kann gerade nicht geprüft werden. Versuchen Sie es in einer Minute noch einmal: Es wurde nichts gesendet.',
  review: (amount) => line`${amount} an diese Adresse senden?`,
  reviewHelp: 'Vergleichen Sie jedes Zeichen mit Ihrem Wallet.',
  consequenceAmount: (amount) => line`${amount}, abzüglich der Netzgebühr`,
  consequenceWait: (span, moment) => line`Gesendet nach einer Wartezeit von ${span}: frühestens am ${moment}`,
  consequenceNoWait: 'Gesendet, sobald Sie bestätigen',
  consequenceFinal:
    'Einmal gesendet. Niemand kann es zurückholen, weder Sie noch der Shop noch wir. An einer falschen Adresse ist das Geld verloren.',
  confirm: 'An diese Adresse senden',
  change: 'Adresse ändern',
  claimed: (moment) => line`Ihre Rückerstattung wird frühestens am ${moment} gesendet`,
  claimedHelp: (merchant, moment) =>
    line`Die Wartezeit schützt Sie. Ist das nicht Ihre Adresse, sagen Sie es ${merchant} vor ${moment}: Bis dahin lässt sich die Rückerstattung anhalten.`,
  due: 'Ihre Rückerstattung wird gleich gesendet',
  dueHelp: 'Die Wartezeit ist vorbei. Die Rückerstattung wird noch einmal geprüft und dann gesendet.',
  feeDelay: 'Ihre Rückerstattung wartet auf eine niedrigere Netzgebühr',
  feeDelayHelp:
    'Die Netzgebühr ist zurzeit höher als der Betrag. Das Geld bleibt verwahrt und wird gesendet, sobald die Gebühr gefallen ist.',
  toAddress: 'An diese Adresse',
  paying: 'Ihre Rückerstattung wird gesendet',
  payingHelp: 'Die Transaktion erscheint hier, sobald das Netz sie hat.',
  sent: 'Ihre Rückerstattung ist unterwegs',
  sentHelp: 'Das Netz hat die Transaktion und bestätigt sie. Sie müssen nichts tun.',
  returned: (amount) => line`${amount} gingen an Sie zurück`,
  returnedHelp: 'Die Rückerstattung ist endgültig. Es bleibt nichts zu tun.',
  transaction: 'Transaktion',
  viewTransaction: 'Transaktion ansehen',
  overtaken: 'Die Zahlung wurde abgeschlossen',
  overtakenHelp: (merchant) =>
    line`Das Geld zählt als an ${merchant} gezahlt, daher geht nichts zurück. Fragen Sie ${merchant}, wenn Sie das überrascht.`,
  unsettled: 'Ihr Geld wird erneut bestätigt',
  unsettledHelp:
    'Das Netz hat seine letzten Blöcke zurückgenommen, und Ihre Überweisung war in einem davon. Meist kommt sie von selbst zurück. Öffnen Sie diese Seite in einer Stunde wieder.',
  taken: 'Vor Ihrer wurde eine andere Adresse genannt',
  takenHelp: (merchant) =>
    line`Dieser Link nimmt eine einzige Adresse an, und Ihre wurde nicht verwendet. Wenn Sie die Adresse unten nicht kennen, sagen Sie es ${merchant} sofort.`,
  checkAgain: 'Erneut prüfen',
}
