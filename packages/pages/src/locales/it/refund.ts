import { line } from '../../html.ts'
import type { RefundTexts } from '../en/refund.ts'

/** Texts of the refund page. Values are amounts with their unit, names, times and spans of time as shown. */
export const refund: RefundTexts = {
  title: (merchant) => line`Rimborso da ${merchant}`,
  offered: (amount) => line`${amount} possono tornare a te`,
  underpaid: (merchant) =>
    line`Prima che scadesse il tempo è arrivato meno dell’importo intero, quindi ${merchant} non è stato pagato. Il tuo denaro è custodito; indica l’indirizzo a cui torna.`,
  late: (merchant) =>
    line`È arrivato a tempo scaduto, quindi ${merchant} non è stato pagato. Il tuo denaro è custodito; indica l’indirizzo a cui torna.`,
  failed: (merchant) =>
    line`Il pagamento a ${merchant} non è andato a buon fine. Il tuo denaro è custodito; indica l’indirizzo a cui torna.`,
  held: 'Custodito per te',
  amount: 'Importo',
  networkFeeAbout: 'Commissione di rete, ora circa',
  networkFee: 'Commissione di rete',
  youReceiveAbout: 'Ricevi circa',
  youReceive: 'Ricevi',
  youReceived: 'Hai ricevuto',
  feeTakenOff: 'Viene detratta la commissione di rete del giorno dell’invio. Non ci sono altre commissioni.',
  linkWorksUntil: 'Questo link funziona fino al',
  reference: 'Riferimento del pagamento',
  network: 'Rete',
  notWorth: 'La commissione di rete ora supera l’importo',
  notWorthHelp: 'Puoi indicare un indirizzo adesso. Il denaro viene inviato quando la commissione sarà scesa.',
  yourAddress: (network) => line`Il tuo indirizzo ${network}`,
  addressHint: (network) =>
    line`Un indirizzo di ricezione del tuo wallet su ${network}. Non l’indirizzo a cui hai pagato. Se hai pagato da un exchange, usa l’indirizzo di deposito che ti dà.`,
  check: 'Controlla l’indirizzo',
  nothingYet: 'Non viene ancora inviato nulla. Rivedi tutto prima di confermare.',
  addressMissing: 'Inserisci l’indirizzo a cui inviare il denaro.',
  addressMalformed: (network) =>
    line`Questo non è un indirizzo ${network}. Forse un carattere manca o è sbagliato: copialo di nuovo dal tuo wallet.`,
  addressOtherNetwork: (network) => line`Questo indirizzo è di un’altra rete. Inserisci un indirizzo ${network}.`,
  addressOwn: 'Questo è un indirizzo per pagare un negozio. Inserisci un indirizzo di ricezione del tuo wallet.',
  addressNoWallet:
    'Questo è l’indirizzo di un token o di un programma, non di un wallet. Inserisci un indirizzo di ricezione del tuo wallet.',
  addressUnchecked: 'L’indirizzo non può essere verificato in questo momento. Riprova tra un minuto: non è stato inviato nulla.',
  review: (amount) => line`Inviare ${amount} a questo indirizzo?`,
  reviewHelp: 'Confronta ogni carattere con il tuo wallet.',
  consequenceAmount: (amount) => line`${amount}, meno la commissione di rete`,
  consequenceWait: (span, moment) => line`Inviato dopo un’attesa di ${span}: non prima del ${moment}`,
  consequenceNoWait: 'Inviato appena confermi',
  consequenceFinal:
    'Inviato una sola volta. Nessuno può riprenderlo: né tu, né il negozio, né noi. A un indirizzo sbagliato il denaro è perso.',
  confirm: 'Invia a questo indirizzo',
  change: 'Cambia l’indirizzo',
  claimed: (moment) => line`Il tuo rimborso viene inviato non prima del ${moment}`,
  claimedHelp: (merchant, moment) =>
    line`L’attesa ti protegge. Se questo indirizzo non è tuo, avvisa ${merchant} prima del ${moment}: fino ad allora il rimborso si può fermare.`,
  due: 'Il tuo rimborso sta per essere inviato',
  dueHelp: 'L’attesa è finita. Il rimborso viene controllato ancora una volta e poi inviato.',
  feeDelay: 'Il tuo rimborso aspetta una commissione di rete più bassa',
  feeDelayHelp: 'La commissione di rete ora supera l’importo. Il denaro resta custodito e viene inviato quando la commissione sarà scesa.',
  toAddress: 'A questo indirizzo',
  paying: 'Il tuo rimborso è in fase di invio',
  payingHelp: 'La transazione appare qui appena la rete la riceve.',
  sent: 'Il tuo rimborso è in viaggio',
  sentHelp: 'La rete ha la transazione e la sta confermando. Non devi fare nulla.',
  returned: (amount) => line`Ti sono tornati ${amount}`,
  returnedHelp: 'Il rimborso è definitivo. Non resta nulla da fare.',
  transaction: 'Transazione',
  viewTransaction: 'Vedi transazione',
  overtaken: 'Il pagamento è stato completato',
  overtakenHelp: (merchant) =>
    line`Il denaro conta come pagato a ${merchant}, quindi non torna nulla. Chiedi a ${merchant} se ti sorprende.`,
  unsettled: 'Il tuo denaro viene confermato di nuovo',
  unsettledHelp:
    'La rete ha ritirato i suoi ultimi blocchi e il tuo trasferimento era in uno di essi. Di solito torna da solo. Riapri questa pagina tra un’ora.',
  taken: 'Un altro indirizzo è stato indicato prima del tuo',
  takenHelp: (merchant) =>
    line`Questo link accetta un solo indirizzo e il tuo non è stato usato. Se non conosci l’indirizzo qui sotto, avvisa subito ${merchant}.`,
  checkAgain: 'Controlla di nuovo',
}
