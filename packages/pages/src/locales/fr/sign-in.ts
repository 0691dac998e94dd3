import type { SignInTexts } from '../en/sign-in.ts'

/** Texts of the pages that sign a user in to an app of somebody else, and out of it. */
export const signIn: SignInTexts = {
  allowTitle: (app) => `${app} demande l’accès à votre compte`,
  signedInAs: (email) => `Connecté en tant que ${email}.`,
  notYou: 'Ce n’est pas vous ?',
  openid: 'Savoir qui vous êtes',
  openidHelp: 'Un identifiant qui reste le même',
  profile: 'Voir votre nom',
  profileHelp: 'Le nom de votre compte',
  email: 'Voir votre adresse e\u2011mail',
  payments: 'Créer et lire des paiements',
  paymentsHelp: (names) =>
    `Pour toutes vos entreprises : ${names}. Elle ne peut modifier ni vos portefeuilles, ni vos clés, ni vos réglages.`,
  noBusinesses: 'aucune pour l’instant',
  andMore: (names, count) => `${names} et ${count} de plus`,
  allow: 'Autoriser l’accès',
  refuse: 'Refuser',
  returnTo: (host) => `Vous retournez à ${host}.`,
  takeBack: 'Vous pouvez retirer l’accès à tout moment dans votre compte.',
  signOutTitle: 'Se déconnecter ?',
  signOutHelp: 'Une application demande de terminer votre session dans ce navigateur.',
  signOut: 'Se déconnecter',
  stay: 'Rester connecté',
  signedOut: 'Vous êtes déconnecté',
  signedOutHelp: 'Vous pouvez fermer cette page.',
  failed: 'Ce lien de connexion n’est pas valide',
  failedHelp:
    'L’application qui vous envoie ici n’est pas enregistrée pour l’adresse de retour demandée, ou sa demande est incorrecte. Pour votre sécurité, nous ne vous y envoyons pas.',
  failedAgain:
    'Revenez à l’application et recommencez. Si vous la gérez : l’adresse de retour doit être exactement celle qui est enregistrée.',
  ended: 'Cette connexion est terminée',
  endedHelp: 'Elle a pris trop de temps ou a continué dans un autre onglet. Revenez à l’application et recommencez.',
}
