import type { ErrorTexts } from '../en/errors.ts'

/** Texts of pages for addresses that lead nowhere and for answers that failed. */
export const errors: ErrorTexts = {
  notFound: 'A questo indirizzo non c’è nessuna pagina',
  notFoundHelp: 'Il link può essere vecchio, o manca un carattere alla fine. I tuoi pagamenti e le tue impostazioni non cambiano.',
  searchDocs: 'Cerca nella documentazione',
  refundNotFound: 'Questo link di rimborso non funziona',
  refundNotFoundHelp:
    'Può essere incompleto, troppo vecchio, sostituito da un link più recente, o ritirato perché il pagamento è stato risolto in altro modo.',
  askShop: 'Chiedi al negozio un nuovo link',
  askShopHelp: 'Il negozio può vedere che fine ha fatto il tuo denaro. Nessuno ha bisogno per questo della tua frase di recupero.',
  failed: 'Non è stato possibile creare questa pagina',
  failedHelp: 'L’errore è nostro ed è stato registrato. I pagamenti continuano a essere seguiti e inoltrati.',
  requestId: 'ID della richiesta, per l’assistenza',
  tryAgain: 'Riprova',
  aboutToPay: 'Stavi per pagare? Aspetta che la pagina torni: mostra l’importo giusto.',
  unavailable: 'Il servizio non è disponibile in questo momento',
  unavailableHelp: 'Ci stiamo lavorando. Questa pagina si ricarica da sola ogni 30 secondi.',
  paidAlready: 'Hai già pagato',
  paidAlreadyHelp: 'Il pagamento è sulla rete e lo leggiamo appena torniamo. Ciò che è stato inviato in tempo vale come inviato in tempo.',
  notPaidYet: 'Non hai ancora pagato',
  notPaidYetHelp: 'Aspetta che la pagina torni. Non inviare a un indirizzo a memoria o preso da uno screenshot.',
  runShop: 'Gestisci un negozio',
  runShopHelp: 'Le chiamate all’API rispondono 503 con Retry-After. I webhook seguono; nessuno va perso.',
  limited: 'Troppe richieste',
  limitedHelp: 'Questa pagina è stata chiesta troppo spesso dalla tua connessione. Aspetta un minuto, poi riprova.',
  refused: 'Questa richiesta non è stata accettata',
  refusedHelp: 'Non è cambiato nulla. Torna indietro, apri di nuovo il link e ripeti lì l’ultimo passo.',
}
