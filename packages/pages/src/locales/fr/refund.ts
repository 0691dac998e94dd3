import { line } from '../../html.ts'
import type { RefundTexts } from '../en/refund.ts'

/** Texts of the refund page. Values are amounts with their unit, names, times and spans of time as shown. */
export const refund: RefundTexts = {
  title: (merchant) => line`Remboursement de ${merchant}`,
  offered: (amount) => line`${amount} peuvent vous être renvoyés`,
  underpaid: (merchant) =>
    line`Moins que le montant total est arrivé avant la fin du délai, ${merchant} n’a donc pas été payé. Votre argent est conservé ; indiquez l’adresse à laquelle il est renvoyé.`,
  late: (merchant) =>
    line`Il est arrivé après la fin du délai, ${merchant} n’a donc pas été payé. Votre argent est conservé ; indiquez l’adresse à laquelle il est renvoyé.`,
  failed: (merchant) =>
    line`Le paiement à ${merchant} n’a pas abouti. Votre argent est conservé ; indiquez l’adresse à laquelle il est renvoyé.`,
  held: 'Conservé pour vous',
  amount: 'Montant',
  networkFeeAbout: 'Frais de réseau, en ce moment environ',
  networkFee: 'Frais de réseau',
  youReceiveAbout: 'Vous recevez environ',
  youReceive: 'Vous recevez',
  youReceived: 'Vous avez reçu',
  feeTakenOff: 'Les frais de réseau du jour de l’envoi sont déduits. Il n’y a pas d’autres frais.',
  linkWorksUntil: 'Ce lien fonctionne jusqu’au',
  reference: 'Référence du paiement',
  network: 'Réseau',
  notWorth: 'Les frais de réseau dépassent le montant en ce moment',
  notWorthHelp: 'Vous pouvez indiquer une adresse maintenant. L’argent est envoyé quand les frais auront baissé.',
  yourAddress: (network) => line`Votre adresse ${network}`,
  addressHint: (network) =>
    line`Une adresse de réception de votre propre portefeuille sur ${network}. Pas l’adresse à laquelle vous avez payé. Si vous avez payé depuis une plateforme d’échange, utilisez l’adresse de dépôt qu’elle vous donne.`,
  check: 'Vérifier l’adresse',
  nothingYet: 'Rien n’est encore envoyé. Vous revoyez tout avant de confirmer.',
  addressMissing: 'Saisissez l’adresse à laquelle l’argent est envoyé.',
  addressMalformed: (network) =>
    line`Ce n’est pas une adresse ${network}. Un caractère manque peut-être ou est faux : copiez-la de nouveau depuis votre portefeuille.`,
  addressOtherNetwork: (network) => line`Cette adresse appartient à un autre réseau. Saisissez une adresse ${network}.`,
  addressOwn: 'C’est une adresse pour payer une boutique. Saisissez une adresse de réception de votre propre portefeuille.',
  addressNoWallet:
    'C’est l’adresse d’un jeton ou d’un programme, pas d’un portefeuille. Saisissez une adresse de réception de votre propre portefeuille.',
  addressUnchecked: 'L’adresse ne peut pas être vérifiée pour le moment. Réessayez dans une minute : rien n’a été envoyé.',
  review: (amount) => line`Envoyer ${amount} à cette adresse ?`,
  reviewHelp: 'Comparez chaque caractère avec votre portefeuille.',
  consequenceAmount: (amount) => line`${amount}, moins les frais de réseau`,
  consequenceWait: (span, moment) => line`Envoyé après une attente de ${span} : au plus tôt le ${moment}`,
  consequenceNoWait: 'Envoyé dès que vous confirmez',
  consequenceFinal:
    'Envoyé une seule fois. Personne ne peut le reprendre : ni vous, ni la boutique, ni nous. À une mauvaise adresse, l’argent est perdu.',
  confirm: 'Envoyer à cette adresse',
  change: 'Changer d’adresse',
  claimed: (moment) => line`Votre remboursement est envoyé au plus tôt le ${moment}`,
  claimedHelp: (merchant, moment) =>
    line`L’attente vous protège. Si cette adresse n’est pas la vôtre, prévenez ${merchant} avant le ${moment} : jusque-là, le remboursement peut être arrêté.`,
  due: 'Votre remboursement est sur le point d’être envoyé',
  dueHelp: 'L’attente est terminée. Le remboursement est vérifié encore une fois, puis envoyé.',
  feeDelay: 'Votre remboursement attend des frais de réseau plus bas',
  feeDelayHelp:
    'Les frais de réseau dépassent le montant en ce moment. L’argent reste conservé et est envoyé quand les frais auront baissé.',
  toAddress: 'À cette adresse',
  paying: 'Votre remboursement est en cours d’envoi',
  payingHelp: 'La transaction apparaît ici dès que le réseau l’a reçue.',
  sent: 'Votre remboursement est en route',
  sentHelp: 'Le réseau a la transaction et la confirme. Vous n’avez rien à faire.',
  returned: (amount) => line`${amount} vous ont été renvoyés`,
  returnedHelp: 'Le remboursement est définitif. Il ne reste rien à faire.',
  transaction: 'Transaction',
  viewTransaction: 'Voir la transaction',
  overtaken: 'Le paiement a été complété',
  overtakenHelp: (merchant) =>
    line`L’argent compte comme payé à ${merchant}, rien n’est donc renvoyé. Demandez à ${merchant} si cela vous surprend.`,
  unsettled: 'Votre argent est de nouveau en cours de confirmation',
  unsettledHelp:
    'Le réseau a retiré ses derniers blocs, et votre transfert était dans l’un d’eux. Il revient en général de lui-même. Rouvrez cette page dans une heure.',
  taken: 'Une autre adresse a été indiquée avant la vôtre',
  takenHelp: (merchant) =>
    line`Ce lien accepte une seule adresse, et la vôtre n’a pas été utilisée. Si vous ne connaissez pas l’adresse ci-dessous, prévenez ${merchant} tout de suite.`,
  checkAgain: 'Vérifier à nouveau',
}
