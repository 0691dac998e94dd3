import type { ErrorTexts } from '../en/errors.ts'

/** Texts of pages for addresses that lead nowhere and for answers that failed. */
export const errors: ErrorTexts = {
  notFound: 'Il n’y a pas de page à cette adresse',
  notFoundHelp: 'Le lien est peut-être ancien, ou il manque un caractère à la fin. Vos paiements et réglages ne sont pas touchés.',
  searchDocs: 'Chercher dans la documentation',
  refundNotFound: 'Ce lien de remboursement ne fonctionne pas',
  refundNotFoundHelp:
    'Il est peut-être incomplet, trop ancien, remplacé par un lien plus récent, ou retiré parce que le paiement a été réglé autrement.',
  askShop: 'Demandez un nouveau lien à la boutique',
  askShopHelp: 'Elle peut voir ce que votre argent est devenu. Personne n’a besoin pour cela de votre phrase de récupération.',
  failed: 'Cette page n’a pas pu être créée',
  failedHelp: 'L’erreur vient de nous et a été enregistrée. Les paiements continuent d’être suivis et transmis.',
  requestId: 'Identifiant de la requête, pour l’assistance',
  tryAgain: 'Réessayer',
  aboutToPay: 'Vous alliez payer ? Attendez que la page revienne : elle affiche le bon montant.',
  unavailable: 'Le service n’est pas disponible en ce moment',
  unavailableHelp: 'Nous y travaillons. Cette page se recharge d’elle-même toutes les 30 secondes.',
  paidAlready: 'Vous avez déjà payé',
  paidAlreadyHelp:
    'Le paiement est sur le réseau et nous le lisons dès notre retour. Ce qui a été envoyé à temps compte comme envoyé à temps.',
  notPaidYet: 'Vous n’avez pas encore payé',
  notPaidYetHelp: 'Attendez que la page revienne. N’envoyez rien à une adresse de mémoire ou d’une capture d’écran.',
  runShop: 'Vous tenez une boutique',
  runShopHelp: 'Les appels à l’API répondent 503 avec Retry-After. Les webhooks suivent ; aucun n’est perdu.',
  limited: 'Trop de requêtes',
  limitedHelp: 'Cette page a été demandée trop souvent depuis votre connexion. Attendez une minute, puis réessayez.',
  refused: 'Cette requête n’a pas été acceptée',
  refusedHelp: 'Rien n’a changé. Revenez en arrière, ouvrez de nouveau le lien et refaites-y la dernière étape.',
}
