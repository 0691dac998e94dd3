import type { SignInTexts } from '../en/sign-in.ts'

/** Texts of the pages that sign a user in to an app of somebody else, and out of it. */
export const signIn: SignInTexts = {
  allowTitle: (app) => `${app} bittet um Zugriff auf Ihr Konto`,
  signedInAs: (email) => `Angemeldet als ${email}.`,
  notYou: 'Nicht Sie?',
  openid: 'Wissen, wer Sie sind',
  openidHelp: 'Eine Kennung, die gleich bleibt',
  profile: 'Ihren Namen sehen',
  profileHelp: 'Den Namen Ihres Kontos',
  email: 'Ihre E\u2011Mail-Adresse sehen',
  payments: 'Zahlungen anlegen und lesen',
  paymentsHelp: (names) => `Für alle Ihre Geschäfte: ${names}. Wallets, Schlüssel und Einstellungen kann sie nicht ändern.`,
  noBusinesses: 'noch keine',
  andMore: (names, count) => `${names} und ${count} mehr`,
  allow: 'Zugriff erlauben',
  refuse: 'Ablehnen',
  returnTo: (host) => `Sie kehren zurück zu ${host}.`,
  takeBack: 'Sie können den Zugriff jederzeit in Ihrem Konto zurücknehmen.',
  signOutTitle: 'Abmelden?',
  signOutHelp: 'Eine App bittet darum, Ihre Anmeldung in diesem Browser zu beenden.',
  signOut: 'Abmelden',
  stay: 'Angemeldet bleiben',
  signedOut: 'Sie sind abgemeldet',
  signedOutHelp: 'Sie können diese Seite schließen.',
  failed: 'Dieser Anmeldelink ist ungültig',
  failedHelp:
    'Die App, von der Sie kommen, ist nicht für die Adresse registriert, zu der Sie zurückkehren sollen, oder ihre Anfrage ist falsch. Zu Ihrer Sicherheit leiten wir Sie nicht dorthin.',
  failedAgain:
    'Gehen Sie zurück zur App und beginnen Sie neu. Wenn Sie sie betreiben: Die Rücksprungadresse muss genau der registrierten entsprechen.',
  ended: 'Diese Anmeldung ist beendet',
  endedHelp: 'Sie hat zu lange gedauert oder wurde in einem anderen Tab fortgesetzt. Gehen Sie zurück zur App und beginnen Sie neu.',
}
