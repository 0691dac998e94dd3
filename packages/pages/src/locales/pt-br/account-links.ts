import type { AccountLinkTexts } from '../en/account-links.ts'

/** Texts of the pages that links in e-mails to a merchant open. */
export const accountLinks: AccountLinkTexts = {
  verifyTitle: 'Confirme seu endereço de e-mail',
  verifyHelp: 'Aperte o botão para confirmar que este endereço é seu.',
  verifyButton: 'Confirmar o endereço',
  verifyDone: 'Seu endereço de e-mail está confirmado',
  verifyDoneHelp: 'Você pode fechar esta página.',
  resetTitle: 'Defina uma nova senha',
  resetHelp: 'Todas as sessões da sua conta terminam, em todos os dispositivos. As chaves de API continuam funcionando.',
  resetButton: 'Definir a senha',
  resetDone: 'Sua senha está definida',
  resetDoneHelp: 'Entre com ela. Todas as sessões anteriores terminaram.',
  password: 'Nova senha',
  passwordHint: 'De 8 a 128 caracteres. O tamanho é a única regra.',
  show: 'Mostrar',
  hide: 'Ocultar',
  showPassword: 'Mostrar a senha',
  passwordBad: 'Use de 8 a 128 caracteres.',
  deadLink: 'Este link não funciona mais',
  deadLinkHelp: 'Ele já foi usado ou tem mais de 24 horas. Peça um novo e abra o e-mail mais recente.',
  noToken: 'Este link está incompleto',
  noTokenHelp: 'Abra-o de novo pelo e-mail ou copie-o inteiro na barra de endereços.',
  limited: 'Tentativas demais. Espere alguns minutos e aperte o botão de novo.',
  busy: 'O serviço está ocupado no momento. Aperte o botão de novo em alguns segundos.',
  offline: 'Não foi possível acessar o serviço no momento. Verifique sua conexão e aperte o botão de novo.',
  failed: 'Não deu certo. Nada mudou; aperte o botão de novo ou peça um novo link.',
  needsScript: 'Esta página precisa de JavaScript',
  needsScriptHelp:
    'A chave do seu link não fica em nenhum registro, por isso só um script desta página pode enviá-la. Permita JavaScript e abra o link de novo.',
  working: 'Um momento…',
}
