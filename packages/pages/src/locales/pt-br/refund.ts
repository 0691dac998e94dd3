import { line } from '../../html.ts'
import type { RefundTexts } from '../en/refund.ts'

/** Texts of the refund page. Values are amounts with their unit, names, times and spans of time as shown. */
export const refund: RefundTexts = {
  title: (merchant) => line`Reembolso de ${merchant}`,
  offered: (amount) => line`${amount} podem voltar para você`,
  underpaid: (merchant) =>
    line`Antes que o tempo acabasse chegou menos que o valor total, por isso ${merchant} não foi pago. Seu dinheiro está guardado; informe o endereço para onde ele volta.`,
  late: (merchant) =>
    line`Chegou depois que o tempo acabou, por isso ${merchant} não foi pago. Seu dinheiro está guardado; informe o endereço para onde ele volta.`,
  failed: (merchant) =>
    line`O pagamento a ${merchant} não foi concluído. Seu dinheiro está guardado; informe o endereço para onde ele volta.`,
  held: 'Guardado para você',
  amount: 'Valor',
  networkFeeAbout: 'Taxa de rede, agora cerca de',
  networkFee: 'Taxa de rede',
  youReceiveAbout: 'Você recebe cerca de',
  youReceive: 'Você recebe',
  youReceived: 'Você recebeu',
  feeTakenOff: 'É descontada a taxa de rede do dia do envio. Não há nenhuma outra taxa.',
  linkWorksUntil: 'Este link funciona até',
  reference: 'Referência do pagamento',
  network: 'Rede',
  notWorth: 'A taxa de rede está maior que o valor no momento',
  notWorthHelp: 'Você pode informar um endereço agora. O dinheiro é enviado quando a taxa tiver baixado.',
  yourAddress: (network) => line`Seu endereço ${network}`,
  addressHint: (network) =>
    line`Um endereço de recebimento da sua própria carteira na rede ${network}. Não o endereço para o qual você pagou. Se você pagou de uma corretora, use o endereço de depósito que ela informa.`,
  check: 'Verificar o endereço',
  nothingYet: 'Nada é enviado ainda. Você vê tudo mais uma vez antes de confirmar.',
  addressMissing: 'Digite o endereço para o qual o dinheiro é enviado.',
  addressMalformed: (network) =>
    line`Este não é um endereço ${network}. Pode faltar um caractere ou haver um errado: copie-o de novo da sua carteira.`,
  addressOtherNetwork: (network) => line`Este endereço é de outra rede. Digite um endereço da rede ${network}.`,
  addressOwn: 'Este é um endereço para pagar uma loja. Digite um endereço de recebimento da sua própria carteira.',
  addressNoWallet:
    'Este é o endereço de um token ou de um programa, não de uma carteira. Digite um endereço de recebimento da sua própria carteira.',
  addressUnchecked: 'O endereço não pode ser verificado agora. Tente de novo em um minuto: nada foi enviado.',
  review: (amount) => line`Enviar ${amount} para este endereço?`,
  reviewHelp: 'Compare cada caractere com a sua carteira.',
  consequenceAmount: (amount) => line`${amount}, menos a taxa de rede`,
  consequenceWait: (span, moment) => line`Enviado após uma espera de ${span}: não antes de ${moment}`,
  consequenceNoWait: 'Enviado assim que você confirmar',
  consequenceFinal:
    'Enviado uma única vez. Ninguém pode trazê-lo de volta: nem você, nem a loja, nem nós. Em um endereço errado o dinheiro se perde.',
  confirm: 'Enviar para este endereço',
  change: 'Mudar o endereço',
  claimed: (moment) => line`Seu reembolso é enviado não antes de ${moment}`,
  claimedHelp: (merchant, moment) =>
    line`A espera protege você. Se este endereço não é seu, avise ${merchant} antes de ${moment}: até lá o reembolso pode ser parado.`,
  due: 'Seu reembolso está prestes a ser enviado',
  dueHelp: 'A espera terminou. O reembolso é verificado mais uma vez e depois enviado.',
  feeDelay: 'Seu reembolso espera uma taxa de rede menor',
  feeDelayHelp: 'A taxa de rede está maior que o valor no momento. O dinheiro continua guardado e é enviado quando a taxa tiver baixado.',
  toAddress: 'Para este endereço',
  paying: 'Seu reembolso está sendo enviado',
  payingHelp: 'A transação aparece aqui assim que a rede a tiver.',
  sent: 'Seu reembolso está a caminho',
  sentHelp: 'A rede tem a transação e a está confirmando. Você não precisa fazer nada.',
  returned: (amount) => line`${amount} voltaram para você`,
  returnedHelp: 'O reembolso é definitivo. Não há mais nada a fazer.',
  transaction: 'Transação',
  viewTransaction: 'Ver transação',
  overtaken: 'O pagamento foi concluído',
  overtakenHelp: (merchant) =>
    line`O dinheiro conta como pago a ${merchant}, por isso nada é devolvido. Pergunte a ${merchant} se isso surpreende você.`,
  unsettled: 'Seu dinheiro está sendo confirmado de novo',
  unsettledHelp:
    'A rede retirou seus últimos blocos, e sua transferência estava em um deles. Ela costuma voltar sozinha. Abra esta página de novo em uma hora.',
  taken: 'Outro endereço foi informado antes do seu',
  takenHelp: (merchant) =>
    line`Este link aceita um único endereço, e o seu não foi usado. Se você não conhece o endereço abaixo, avise ${merchant} imediatamente.`,
  checkAgain: 'Verificar de novo',
}
