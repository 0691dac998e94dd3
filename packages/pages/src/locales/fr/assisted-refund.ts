import { line } from '../../html.ts'
import type { AssistedRefundTexts } from '../en/assisted-refund.ts'

/** Texts of the two pages of a refund that the merchant pays. Values are amounts with their unit, names and times as shown. */
export const assistedRefund: AssistedRefundTexts = {
  offered: (merchant, amount) => line`${merchant} vous rembourse ${amount}`,
  offeredHelp: (merchant) =>
    line`Indiquez l’adresse à laquelle l’argent est envoyé. ${merchant} paie depuis son propre portefeuille : nous ne détenons pas cet argent.`,
  reason: (reason) => line`Motif : ${reason}`,
  value: 'Valeur',
  wholeAmount: (merchant) => line`Le montant arrive en entier : ${merchant} paie les frais de réseau.`,
  consequencePaid: (merchant, amount) => line`${merchant} reçoit l’adresse et y verse ${amount} depuis son propre portefeuille`,
  consequenceOnce: (merchant) => line`Vous indiquez une seule adresse, une fois. Seul ${merchant} peut recommencer avec une autre.`,
  nameAddress: 'Indiquer cette adresse',
  named: (merchant) => line`${merchant} a votre adresse et peut payer`,
  namedHelp: (merchant) =>
    line`Cette page montre le remboursement dès qu’un bloc le contient. Si l’adresse ci-dessous n’est pas la vôtre, prévenez ${merchant} tout de suite.`,
  partly: (sent, all) => line`${sent} sur ${all} ont été envoyés`,
  partlyHelp: (open, merchant) => line`Il manque encore ${open}. Contactez ${merchant} si le reste ne suit pas.`,
  finalSoFar: 'Définitif jusqu’ici',
  stillOpen: 'Reste à payer',
  openUntil: 'Ouvert jusqu’au',
  cancelled: (merchant) => line`${merchant} a annulé ce remboursement`,
  cancelledHelp: (merchant) => line`Il n’est plus payé. Demandez à ${merchant} si cela vous surprend.`,
  expired: 'Ce remboursement a expiré',
  expiredHelp: (merchant) =>
    line`Il n’a pas été payé à temps. Demandez à ${merchant} de le renouveler : vous recevrez alors un nouveau lien.`,
  transfers: 'Transferts',
  included: 'En cours de confirmation',
  final: 'Définitif',
  gone: 'Retiré par le réseau',
  takenBack: 'Le réseau a retiré ses derniers blocs',
  takenBackHelp: 'Un transfert de ce remboursement était dans l’un d’eux. Il revient en général de lui-même et ne compte pas d’ici là.',
  payTitle: (amount) => line`Remboursement de ${amount}`,
  pay: 'Payer ce remboursement',
  payHelp: (merchant) =>
    line`Payez depuis un portefeuille de ${merchant}. Le paiement est détecté automatiquement dès qu’un bloc le contient.`,
  unnamed: 'Aucune adresse n’est encore indiquée',
  unnamedHelp: 'Le payeur le fait sur la page de l’autre lien. Cette page montre ensuite où payer.',
  otherCoins:
    'Les autres monnaies, et la même monnaie par un autre réseau, ne comptent pas. Ce qui est envoyé en plus du montant ne peut pas être repris.',
  confirming: 'Payé : le réseau le confirme',
  arrived: 'Le remboursement est arrivé',
  payCancelled: 'Ce remboursement a été annulé',
  payCancelledHelp: 'Ne le payez pas : ce qui arrive ne compte plus.',
  payExpiredHelp: 'Ne le payez pas maintenant. Renouvelez-le d’abord dans le portail.',
  paidAlready: 'Déjà payé, mais rien ne s’affiche ?',
  paidAlreadyHelp:
    'Indiquez la transaction si vous avez payé depuis une plateforme d’échange ou un portefeuille-contrat, ou avant que l’adresse soit indiquée.',
  transactionId: 'Identifiant de la transaction',
  transactionHint: 'Votre portefeuille l’affiche, l’explorateur aussi. Ce qu’elle paie à cette adresse compte une fois définitif.',
  nameTransaction: 'Chercher cette transaction',
  transactionMissing: 'Saisissez l’identifiant de la transaction.',
  transactionMalformed: (network) =>
    line`Ce n’est pas un identifiant de transaction ${network}. Copiez-le de nouveau depuis votre portefeuille.`,
  transactionsFull: 'Ce lien n’accepte plus de transaction. Le marchand peut en indiquer d’autres dans le portail.',
  lookedFor: 'Recherchée',
  refused: 'Non comptée',
  notFound: 'Aucun bloc ne la contient.',
  notAnswered: 'Elle n’a pas pu être vérifiée : le nœud ne connaît plus les soldes de son bloc.',
  olderThanPayment: 'Elle est antérieure au paiement.',
  countedElsewhere: 'Elle compte pour un autre remboursement.',
  failed: 'Elle a échoué sur le réseau.',
  paysSomethingElse: 'Elle n’envoie rien de cette monnaie à cette adresse.',
  balanceDoesNotShowIt: 'Elle n’a pas augmenté le solde de l’adresse.',
  changed: 'Le remboursement a changé entre-temps',
  changedHelp: 'Cette page n’est plus à jour. Ce que vous avez saisi reste jusqu’à ce que vous la quittiez.',
  showChange: 'Montrer le remboursement tel qu’il est maintenant',
}
