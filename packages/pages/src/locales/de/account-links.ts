import type { AccountLinkTexts } from '../en/account-links.ts'

/** Texts of the pages that links in e-mails to a merchant open. */
export const accountLinks: AccountLinkTexts = {
  verifyTitle: 'E\u2011Mail-Adresse bestätigen',
  verifyHelp: 'Bestätigen Sie mit dem Knopf, dass diese Adresse Ihnen gehört.',
  verifyButton: 'Adresse bestätigen',
  verifyDone: 'Ihre E\u2011Mail-Adresse ist bestätigt',
  verifyDoneHelp: 'Sie können diese Seite schließen.',
  resetTitle: 'Neues Passwort setzen',
  resetHelp: 'Jede Anmeldung Ihres Kontos endet, auf allen Geräten. API-Schlüssel funktionieren weiter.',
  resetButton: 'Passwort setzen',
  resetDone: 'Ihr Passwort ist gesetzt',
  resetDoneHelp: 'Melden Sie sich damit an. Jede frühere Anmeldung ist beendet.',
  password: 'Neues Passwort',
  passwordHint: '8 bis 128 Zeichen. Nur die Länge zählt.',
  show: 'Anzeigen',
  hide: 'Verbergen',
  showPassword: 'Passwort anzeigen',
  passwordBad: 'Verwenden Sie 8 bis 128 Zeichen.',
  deadLink: 'Dieser Link funktioniert nicht mehr',
  deadLinkHelp: 'Er wurde schon benutzt oder ist älter als 24 Stunden. Fordern Sie einen neuen an und öffnen Sie die neueste E\u2011Mail.',
  noToken: 'Dieser Link ist unvollständig',
  noTokenHelp: 'Öffnen Sie ihn noch einmal aus der E\u2011Mail, oder kopieren Sie ihn ganz in die Adresszeile.',
  limited: 'Zu viele Versuche. Warten Sie einige Minuten und drücken Sie den Knopf dann noch einmal.',
  busy: 'Der Dienst ist gerade ausgelastet. Drücken Sie den Knopf in einigen Sekunden noch einmal.',
  offline: 'Der Dienst ist gerade nicht erreichbar. Prüfen Sie Ihre Verbindung und drücken Sie den Knopf dann noch einmal.',
  failed: 'Das hat nicht geklappt. Nichts wurde geändert; drücken Sie den Knopf noch einmal, oder fordern Sie einen neuen Link an.',
  needsScript: 'Diese Seite braucht JavaScript',
  needsScriptHelp:
    'Der Schlüssel in Ihrem Link gelangt in kein Protokoll, deshalb kann nur ein Skript auf dieser Seite ihn senden. Erlauben Sie JavaScript und öffnen Sie den Link noch einmal.',
  working: 'Einen Moment…',
}
