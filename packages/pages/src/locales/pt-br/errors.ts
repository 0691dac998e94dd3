import type { ErrorTexts } from '../en/errors.ts'

/** Texts of pages for addresses that lead nowhere and for answers that failed. */
export const errors: ErrorTexts = {
  notFound: 'Não há nenhuma página neste endereço',
  notFoundHelp: 'O link pode ser antigo, ou falta um caractere no final. Seus pagamentos e configurações não são afetados.',
  searchDocs: 'Pesquisar na documentação',
  refundNotFound: 'Este link de reembolso não funciona',
  refundNotFoundHelp:
    'Ele pode estar incompleto, ser antigo demais, ter sido substituído por um mais novo ou retirado porque o pagamento foi resolvido de outra forma.',
  askShop: 'Peça um novo link à loja',
  askShopHelp: 'Ela pode ver o que aconteceu com o seu dinheiro. Ninguém precisa para isso da sua frase de recuperação.',
  failed: 'Não foi possível criar esta página',
  failedHelp: 'A falha é nossa e foi registrada. Os pagamentos continuam sendo acompanhados e encaminhados.',
  requestId: 'ID da solicitação, para o suporte',
  tryAgain: 'Tentar de novo',
  aboutToPay: 'Ia pagar? Espere a página voltar: ela mostra o valor certo.',
  unavailable: 'O serviço não está disponível no momento',
  unavailableHelp: 'Estamos trabalhando nisso. Esta página recarrega sozinha a cada 30 segundos.',
  paidAlready: 'Você já pagou',
  paidAlreadyHelp: 'O pagamento está na rede, e nós o lemos assim que voltarmos. O que foi enviado a tempo conta como enviado a tempo.',
  notPaidYet: 'Você ainda não pagou',
  notPaidYetHelp: 'Espere a página voltar. Não envie para um endereço de memória ou de uma captura de tela.',
  runShop: 'Você tem uma loja',
  runShopHelp: 'Chamadas à API respondem 503 com Retry-After. Os webhooks vêm depois; nenhum se perde.',
  limited: 'Solicitações demais',
  limitedHelp: 'Esta página foi pedida vezes demais pela sua conexão. Espere um minuto e tente de novo.',
  refused: 'Esta solicitação não foi aceita',
  refusedHelp: 'Nada mudou. Volte, abra o link de novo e repita lá o último passo.',
}
