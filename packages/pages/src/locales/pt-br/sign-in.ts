import type { SignInTexts } from '../en/sign-in.ts'

/** Texts of the pages that sign a user in to an app of somebody else, and out of it. */
export const signIn: SignInTexts = {
  allowTitle: (app) => `${app} pede acesso à sua conta`,
  signedInAs: (email) => `Conectado como ${email}.`,
  notYou: 'Não é você?',
  openid: 'Saber quem você é',
  openidHelp: 'Um identificador que não muda',
  profile: 'Ver seu nome',
  profileHelp: 'O nome da sua conta',
  email: 'Ver seu e\u2011mail',
  payments: 'Criar e ler pagamentos',
  paymentsHelp: (names) => `Para todos os seus negócios: ${names}. Não pode alterar suas carteiras, chaves ou configurações.`,
  noBusinesses: 'nenhum ainda',
  andMore: (names, count) => `${names} e mais ${count}`,
  allow: 'Permitir acesso',
  refuse: 'Recusar',
  returnTo: (host) => `Você volta para ${host}.`,
  takeBack: 'Você pode retirar o acesso a qualquer momento na sua conta.',
  signOutTitle: 'Sair?',
  signOutHelp: 'Um aplicativo pede para encerrar sua sessão neste navegador.',
  signOut: 'Sair',
  stay: 'Continuar conectado',
  signedOut: 'Você saiu',
  signedOutHelp: 'Você pode fechar esta página.',
  failed: 'Este link de acesso não é válido',
  failedHelp:
    'O aplicativo que enviou você para cá não está registrado para o endereço de retorno pedido, ou o pedido está errado. Para sua segurança, não enviamos você para lá.',
  failedAgain: 'Volte ao aplicativo e comece de novo. Se você o administra: o endereço de retorno deve ser exatamente o registrado.',
  ended: 'Este acesso terminou',
  endedHelp: 'Demorou demais ou continuou em outra aba. Volte ao aplicativo e comece de novo.',
}
