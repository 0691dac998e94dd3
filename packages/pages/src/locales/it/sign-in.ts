import type { SignInTexts } from '../en/sign-in.ts'

/** Texts of the pages that sign a user in to an app of somebody else, and out of it. */
export const signIn: SignInTexts = {
  allowTitle: (app) => `${app} chiede l’accesso al suo account`,
  signedInAs: (email) => `Accesso effettuato come ${email}.`,
  notYou: 'Non è lei?',
  openid: 'Sapere chi è lei',
  openidHelp: 'Un identificativo che resta lo stesso',
  profile: 'Vedere il suo nome',
  profileHelp: 'Il nome del suo account',
  email: 'Vedere il suo indirizzo e\u2011mail',
  payments: 'Creare e leggere pagamenti',
  paymentsHelp: (names) => `Per tutte le sue attività: ${names}. Non può modificare portafogli, chiavi o impostazioni.`,
  noBusinesses: 'ancora nessuna',
  andMore: (names, count) => `${names} e ancora ${count}`,
  allow: 'Consenti l’accesso',
  refuse: 'Rifiuta',
  returnTo: (host) => `Tornerà a ${host}.`,
  takeBack: 'Può revocare l’accesso in qualsiasi momento nel suo account.',
  signOutTitle: 'Uscire?',
  signOutHelp: 'Un’app chiede di terminare il suo accesso in questo browser.',
  signOut: 'Esci',
  stay: 'Resta connesso',
  signedOut: 'È uscito',
  signedOutHelp: 'Può chiudere questa pagina.',
  failed: 'Questo link di accesso non è valido',
  failedHelp:
    'L’app che l’ha inviata qui non è registrata per l’indirizzo a cui vuole farla tornare, oppure la sua richiesta è errata. Per la sua sicurezza non la inviamo lì.',
  failedAgain: 'Torni all’app e ricominci. Se la gestisce lei: l’indirizzo di ritorno deve corrispondere esattamente a quello registrato.',
  ended: 'Questo accesso è terminato',
  endedHelp: 'È durato troppo o è proseguito in un’altra scheda. Torni all’app e ricominci.',
}
