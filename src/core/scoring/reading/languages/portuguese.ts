export const portuguese = {
  seek: [
    '(procuro|procuramos|procurando|preciso|precisamos|precisava|busco) (de |)(um|uma|algum|alguma|algo|alguem|quem|)',
    '(recomendam|recomenda|recomendar|recomendas|aconselham|aconselha|sugerem|indicam|indica)',
    '(alguem|voces|conhecem|conhece) (conhece|conhecem|recomenda|usa|tem|sabe|algum|alguma|um|uma)',
    '(alternativa|alternativas|recomendacao|recomendacoes|sugestao|sugestoes|substituto) (a|ao|para|de|)',
    '(que|qual|quais) (programa|software|aplicacao|app|aplicativo|ferramenta|empresa|servico|plataforma|marca|e a melhor|e o melhor|e melhor)',
    '(o que|que|qual) (usam|usais|utilizam|voces usam)',
    '(onde|quanto) (posso|encontro|encontrar|compro|comprar|custa|custaria|cobram)',
    '(quero|queremos|estou a pensar|penso|gostava de) (comprar|contratar|mudar|remodelar|trocar|alugar)',
    '(procuro quem|quem contratariam|quem faca|quem me)',
  ],
  choose: ['(qual e melhor|vale a pena|comparado com|mudar para|mudar de)'],
  help: [
    '(como (e que|fazem|faco|posso|voces fazem)|o que (posso|faco|devo|fazer)|ajuda|ajudem|nao (sei|sabemos) (como|o que|onde)|alguma ideia|dicas)',
  ],
  pain: [
    '(nao (me|nos) (paga|pagam|funciona|deixa)|perdido|perdida|desesperado|desesperada|um desastre|problema com|problemas com|esqueco me|desapareceram|avariado|avariada|partida|partido|infiltracao|demasiado caro|nao consigo|farto|farta)',
  ],
  situation: ['(sou|somos|tenho|temos|meu|minha|nosso|nossa|comecei|estou|queremos)'],
  budget: ['(orcamento de|maximo|barato|barata|em conta|ate #|nao mais de)'],
  urgency: ['(urgente|quanto antes|o mais rapido possivel|esta semana|ate ao fim|amanha)'],
  seller: [
    '(criamos|criei|lancamos|lancei|desenvolvemos|fizemos|abrimos|fundei)',
    '(oferecemos|ofereco|vendo|vendemos|contactem|contacte|mensagem privada|a nossa empresa|adoravamos ter|vossa opiniao|temos vagas|tem vagas|primeira aula)',
  ],
  teach: ['(conselhos|erros mais comuns|resumo|guia|como consegui|noticia|antes e depois|lista com|financas adiam|preco do)'],
  discuss: ['(o que acham|que acham|o que pensam|qual e a vossa|vossa opiniao|perguntem)'],
  opines: [
    '(acham que|concordam|parece vos|o que acham|que acham|o que pensam|qual e a vossa|qual e o vosso|vossa opiniao sobre|perguntem)',
  ],
  solved: ['(resolvido)'],
  glad: ['(finalmente|consegui|pronta|pronto|obrigado a todos)'],
  joins: ['(eu tambem|a mim tambem|comigo tambem|estou igual|mesmo problema|o mesmo aqui)'],
  answers: ['(eu uso|uso|usamos|recomendo|experimenta|experimentem)'],
  promotes: ['(mandem mensagem|link no perfil|minha empresa|codigo de desconto)'],
  notice: ['(sou um bot|automaticamente|mensagem automatica|regra #)'],
  courtesy: ['(obrigado|obrigada|parabens)'],
};
