import type { ErrorTexts } from '../en/errors.ts'

/** Texts of pages for addresses that lead nowhere and for answers that failed. */
export const errors: ErrorTexts = {
  notFound: 'Unter dieser Adresse gibt es keine Seite',
  notFoundHelp: 'Der Link ist vielleicht alt, oder am Ende fehlt ein Zeichen. Ihre Zahlungen und Einstellungen sind nicht betroffen.',
  searchDocs: 'In der Dokumentation suchen',
  refundNotFound: 'Dieser Link zur Rückerstattung funktioniert nicht',
  refundNotFoundHelp:
    'Er ist vielleicht unvollständig, zu alt, durch einen neueren ersetzt, oder zurückgezogen, weil die Zahlung anders geregelt wurde.',
  askShop: 'Bitten Sie den Shop um einen neuen Link',
  askShopHelp: 'Er kann sehen, was aus Ihrem Geld geworden ist. Niemand braucht dafür Ihre Wiederherstellungsphrase.',
  failed: 'Diese Seite konnte nicht erstellt werden',
  failedHelp: 'Der Fehler liegt bei uns und wurde aufgezeichnet. Zahlungen werden weiter beobachtet und weitergeleitet.',
  requestId: 'Anfrage-ID für den Support',
  tryAgain: 'Erneut versuchen',
  aboutToPay: 'Wollten Sie gerade zahlen? Warten Sie, bis die Seite wieder da ist: Sie zeigt den richtigen Betrag.',
  unavailable: 'Der Dienst ist gerade nicht verfügbar',
  unavailableHelp: 'Wir arbeiten daran. Diese Seite lädt alle 30 Sekunden von selbst neu.',
  paidAlready: 'Sie haben schon gezahlt',
  paidAlreadyHelp:
    'Die Zahlung ist im Netz, und wir lesen sie, sobald wir zurück sind. Was rechtzeitig gesendet wurde, zählt als rechtzeitig.',
  notPaidYet: 'Sie haben noch nicht gezahlt',
  notPaidYetHelp:
    'Warten Sie, bis die Seite zurück ist. Senden Sie nicht an eine Adresse aus dem Gedächtnis oder von einem Bildschirmfoto.',
  runShop: 'Sie betreiben einen Shop',
  runShopHelp: 'Aufrufe der API antworten mit 503 und Retry-After. Webhooks folgen; keiner geht verloren.',
  limited: 'Zu viele Anfragen',
  limitedHelp: 'Diese Seite wurde von Ihrem Anschluss zu oft abgerufen. Warten Sie eine Minute und versuchen Sie es dann erneut.',
  refused: 'Diese Anfrage wurde nicht angenommen',
  refusedHelp: 'Nichts wurde geändert. Gehen Sie zurück, öffnen Sie den Link noch einmal und wiederholen Sie dort den letzten Schritt.',
}
