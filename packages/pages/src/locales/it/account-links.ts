import type { AccountLinkTexts } from '../en/account-links.ts'

/** Texts of the pages that links in e-mails to a merchant open. */
export const accountLinks: AccountLinkTexts = {
  verifyTitle: 'Conferma il tuo indirizzo e-mail',
  verifyHelp: 'Premi il pulsante per confermare che questo indirizzo è tuo.',
  verifyButton: 'Conferma l’indirizzo',
  verifyDone: 'Il tuo indirizzo e-mail è confermato',
  verifyDoneHelp: 'Puoi chiudere questa pagina.',
  resetTitle: 'Scegli una nuova password',
  resetHelp: 'Tutti gli accessi del tuo account terminano, su tutti i dispositivi. Le chiavi API continuano a funzionare.',
  resetButton: 'Salva la password',
  resetDone: 'La tua password è salvata',
  resetDoneHelp: 'Accedi con quella. Tutti gli accessi precedenti sono terminati.',
  password: 'Nuova password',
  passwordHint: 'Da 8 a 128 caratteri. La lunghezza è l’unica regola.',
  show: 'Mostra',
  hide: 'Nascondi',
  showPassword: 'Mostra la password',
  passwordBad: 'Usa da 8 a 128 caratteri.',
  deadLink: 'Questo link non funziona più',
  deadLinkHelp: 'È già stato usato o ha più di 24 ore. Chiedine uno nuovo e apri l’e-mail più recente.',
  noToken: 'Questo link è incompleto',
  noTokenHelp: 'Aprilo di nuovo dall’e-mail, o copialo intero nella barra degli indirizzi.',
  limited: 'Troppi tentativi. Aspetta qualche minuto, poi premi di nuovo il pulsante.',
  busy: 'Il servizio è occupato in questo momento. Premi di nuovo il pulsante tra qualche secondo.',
  offline: 'Il servizio non è raggiungibile in questo momento. Controlla la connessione, poi premi di nuovo il pulsante.',
  failed: 'Non ha funzionato. Non è cambiato nulla; premi di nuovo il pulsante o chiedi un nuovo link.',
  needsScript: 'Questa pagina ha bisogno di JavaScript',
  needsScriptHelp:
    'La chiave del tuo link non finisce in nessun registro, perciò solo uno script di questa pagina può inviarla. Consenti JavaScript e apri di nuovo il link.',
  working: 'Un momento…',
}
