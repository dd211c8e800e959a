export const german = {
  seek: [
    '(suche|suchen|gesucht|sucht|brauche|brauchen|benotige|benotigen)',
    '(auf der|bin auf|sind auf) (suche|der suche) (nach|)',
    '(kann|kannst|konnt|konnen|konnte|konntet|wurdet) (jemand|mir|ihr|uns|man|wer|) (jemand |mir |ihr |uns |einen |eine |ein |gute |gutes |guten |etwas |was |)(empfehlen|vorschlagen|raten)',
    '(konnt ihr|kannst du|konnen sie|wurdet ihr|kann mir jemand|kann uns jemand|jemand|wen|wer|was|welche|welches|welchen) (empfehlen|empfehlt|nehmen|nutzen|nehmt|nutzt|benutzt|verwendet)',
    '(empfehlen|empfehlung|empfehlungen|empfehlt|alternative zu|alternativen zu|ersatz fur|tipps fur)',
    '(welche|welches|welchen|welcher) (software|programm|tool|app|anbieter|firma|dienst|gerat|marke)',
    '(was|welches|welche) (nutzt|nehmt|benutzt|verwendet|empfehlt) (ihr|man|du)',
    '(wer|hat jemand|kennt jemand|kennt ihr|weiss jemand|hat wer|kennt wer) (hat|kennt|kann|macht|hilft|gute|einen|eine|ein|erfahrung|erfahrungen|)',
    '(was kostet|wie viel kostet|wo finde ich|wo bekomme ich|wo kaufe ich|wo kann ich)',
    '(ich|wir) (mochte|mochten|will|wollen|uberlege|uberlegen|plane|planen) (kaufen|mieten|wechseln|anschaffen|buchen|beauftragen)',
    '(uberlege|uberlegen)',
  ],
  choose: ['(oder lieber|was ist besser|lohnt sich|im vergleich|vergleich zwischen|umsteigen auf|wechseln zu|wechseln von)'],
  help: [
    '(wie (macht|lost|mache|kann|soll|geht|schaffe|bekomme) (ihr|ich|man|das|du|wir)|was (soll|kann|muss) (ich|man|wir)|brauche hilfe|hilfe|weiss nicht|wissen nicht|wir wissen nicht|hat jemand (eine idee|tipps|rat))',
    '(was (soll|sollen|kann|konnen) (ich|wir) (tun|machen))',
  ],
  pain: [
    '(verzweifelt|verliere (den|langsam) (uberblick|den uberblick)|problem mit|probleme mit|funktioniert nicht|geht nicht|kaputt|nervt|abgesagt|uberfordert|vergesse (standig|immer)|zahlt (seit|nicht)|stress|argere|leider nicht mehr|zu teuer|preise sind (schon |)(wieder |)gestiegen)',
  ],
  situation: ['(ich bin|wir sind|ich habe|wir haben|mein|meine|unser|unsere|bin seit|sind seit|wir ziehen)'],
  budget: ['(budget|nicht mehr als|maximal|hochstens|gunstig|gunstige|gunstigen|gunstiges|preiswert|zum festpreis|bis zu # euro)'],
  urgency: ['(dringend|schnell|sofort|bis (morgen|montag|freitag|samstag|ende)|in zwei wochen|am samstag|so bald wie moglich)'],
  seller: [
    '(wir|ich|ich habe|wir haben) (bieten|biete|verkaufe|verkaufen|entwickelt|gegrundet|gebaut|entwickle)',
    '(habe|haben) (entwickelt|veroffentlicht|gegrundet|gebaut|programmiert)',
    '(schreibt (uns|mir)|freuen uns uber|faire preise|kostenlos testen|gutschein|rabatt|unser angebot|wir sind ein (kleines|junges)|bekommen es kostenlos)',
  ],
  teach: [
    '(so geht|tipps|regeln|anleitung|zusammenfassung|erfahrungsbericht|daran erkennt|packt aus|so habe ich|wie ich|hier meine|hier ist meine|beschlossen|gesetz|wird pflicht)',
  ],
  discuss: ['(was haltet ihr|was denkt ihr|eure meinung|wie oft seid|fragt mich|wie findet ihr)'],
  opines: [
    '(wie steht ihr|wie seht ihr|seht ihr das|hat noch jemand|was haltet ihr|was denkt ihr|eure meinung|wie oft (seid|habt)|fragt mich (alles|)|wie findet ihr|steigt ab|was meint ihr)',
  ],
  solved: ['(gelost|erledigt|hat sich erledigt)'],
  glad: ['(geschafft|endlich (in|da|mein|fertig|habe)|danke an alle)'],
  joins: ['(geht mir (auch|genauso)|bei (mir|uns) auch|das gleiche problem|ich auch|wir auch|suche ich auch)'],
  answers: ['(ich nutze|wir nutzen|ich nehme|kann ich empfehlen|bin zufrieden|wir haben|nimm einfach|versuch|schau dir)'],
  promotes: ['(schreib (mir|uns)|link im profil|rabattcode|unsere firma|mein unternehmen)'],
  notice: ['(ich bin ein bot|automatisch|beitrag (entfernt|geloscht)|regel #)'],
  courtesy: ['(danke|vielen dank|gluckwunsch|super beitrag)'],
};

export const spanish = {
  seek: [
    '(busco|buscamos|buscando|necesito|necesitamos|se busca|quisiera|me gustaria) (un|una|algun|alguna|algo|alguien|)',
    '(me|nos|alguien|que|cual|cuales|podeis|pueden|puede|podria|podrian|) (recomendais|recomiendan|recomiendas|recomendar|recomendarme|recomendarnos|aconsejais|aconsejan|sugieren|recomienda)',
    '(podeis|pueden|puede alguien|podria alguien) (recomendar|recomendarme|aconsejarme|sugerir)',
    '(me|nos) (podeis|pueden|puede|podrian|podriais) (recomendar|aconsejar|sugerir)',
    '(alguien|alguno) (conoce|sabe|usa|ha usado|ha probado|recomienda|tiene)',
    '(alternativa|alternativas|recomendacion|recomendaciones|sustituto) (a|de|para|)',
    '(que|cual) (programa|software|aplicacion|app|herramienta|empresa|servicio|plataforma|marca|academia|modelo)',
    '(que|cual|cuales) (usais|usan|utilizais|utilizan|usas|es el mejor|es la mejor|me comprariais)',
    '(alguna|algun) (plataforma|programa|aplicacion|academia|empresa|app|herramienta|servicio|profesor)',
    '(donde|cuanto) (puedo|encuentro|encontrar|compro|comprar|cuesta|cobran|costaria)',
    '(quiero|queremos|estoy pensando en|pienso|necesito) (comprar|contratar|cambiar|preparar|alquilar|que alguien|a alguien|alguien)',
  ],
  choose: ['(cual es mejor|merece la pena|vale la pena|comparado con|que es mejor|cambiar de|cambiarme a)'],
  help: [
    '(como (lo haceis|haceis|hacen|puedo|hago|llevais)|que (puedo|hago|debo|podemos) (hacer|)|ayuda|no se (como|que|donde)|algun consejo|alguna idea|sugerencias)',
  ],
  pain: [
    '(no (me|nos) (paga|pagan|funciona|deja|sale)|agobiado|agobiada|desesperado|desesperada|es un desastre|un desastre|problema con|problemas con|se me olvida|no puedo|sin poder|harto|harta|estropeado|roto|me bloqueo|demasiado caro|ha subido|han subido)',
  ],
  situation: ['(soy|somos|tengo|tenemos|mi|nuestro|nuestra|acabo de|estoy|llevo)'],
  budget: ['(presupuesto|maximo|barato|barata|economico|economica|hasta # euros|no mas de)'],
  urgency: ['(urgente|cuanto antes|lo antes posible|en un mes|esta semana|antes del|para manana)'],
  seller: [
    '(hemos|he) (creado|lanzado|desarrollado|hecho|abierto|fundado)',
    '(doy clases|ofrezco|ofrecemos|vendo|vendemos|escribeme|escribidme|contactame|enlace en el perfil|primera gratis|por privado|nos encantaria saber|que os parece)',
  ],
  teach: ['(consejos|os cuento|os dejo|resumen|guia|como consegui|como logre|noticia|mi experiencia|hacienda|el gobierno)'],
  discuss: ['(que opinais|que pensais|que opinan|vuestra opinion|cual es vuestra|cual es tu|preguntadme)'],
  opines: [
    '(opinais|opinan|os parece|les parece|cuanto cobrais|como llevais|que opinais|que pensais|que opinan|vuestra opinion|cual es (vuestra|tu|su)|preguntadme|a favor o en contra)',
  ],
  solved: ['(solucionado|resuelto)'],
  glad: ['(por fin|aprobe|lo consegui|gracias a todos)'],
  joins: ['(yo tambien|a mi tambien|me pasa lo mismo|nos pasa lo mismo|estoy igual|lo mismo aqui|igual por aqui)'],
  answers: ['(yo uso|uso|nosotros usamos|te recomiendo|os recomiendo|prueba|probad|a mi me funciona)'],
  promotes: ['(escribeme|mandame|enlace en|mi empresa|codigo de descuento|nuestra empresa)'],
  notice: ['(soy un bot|automaticamente|mensaje automatico|regla #)'],
  courtesy: ['(gracias|muchas gracias|enhorabuena|felicidades)'],
};

export const french = {
  seek: [
    '(je|nous) (cherche|cherchons|recherche|recherchons)',
    '(cherche|recherche|cherchons|recherchons)',
    '(besoin (d|de|dun|dune|d un|d une)|jai besoin|j ai besoin|jaurais besoin|j aurais besoin|on a besoin)',
    '(quel|quelle|quels|quelles) (logiciel|outil|application|appli|marque|entreprise|service|site|modele|programme|prestataire|velo|est le meilleur|est la meilleure) (me|nous|)',
    '(me|nous|) (conseillez vous|conseillez|conseiller|recommandez|recommandez vous|recommander|conseilleriez)',
    '(a recommander|a conseiller|des recommandations|une recommandation|conseil pour|conseils pour|un conseil|alternative a|alternatives a|remplacer)',
    '(est ce que|) (quelquun|quelqu un) (connait|connaitrait|a|aurait|utilise|peut|sait|recommande|)',
    '(connaissez vous|vous connaissez|vous utilisez quoi|vous avez quoi|que utilisez vous|quutilisez vous|qu utilisez vous|vous prenez quoi)',
    '(ou|combien) (acheter|trouver|puis je|coute|faire|louer|peut on)',
    '(je|on|nous) (veux|voudrais|voudrait|pense|compte|envisage|hesite) (acheter|louer|changer|passer|engager|prendre)',
    '(d occasion ou neuf|doccasion ou neuf)',
  ],
  choose: ['(ou plutot|lequel|laquelle|vaut le coup|vaut il|comparer|j hesite|jhesite|hesite entre)'],
  help: [
    '(comment (faites vous|faire|puis je|faites|on fait)|que (faire|puis je faire|dois je)|aidez moi|aide|je ne sais (pas|plus)|des idees|une idee|un avis)',
  ],
  pain: [
    '(ne (paie|paye|marche|fonctionne|tient|demarre) (pas|plus)|perdu|perdue|desespere|desesperee|ras le bol|en panne|vole|volee|probleme avec|problemes avec|oublie toujours|galere|je galere|trop cher|augmente|marre)',
  ],
  situation: ['(je suis|nous sommes|jai|j ai|nous avons|mon|ma|mes|notre|je viens de|on est)'],
  budget: ['(budget|maximum|pas cher|pas trop cher|moins de|jusqu a # euros|# euros)'],
  urgency: ['(urgent|rapidement|au plus vite|des que possible|lundi|demain|cette semaine|avant le)'],
  seller: [
    '(nous avons|jai|j ai|on a) (cree|lance|developpe|ouvert|concu)',
    '(nous proposons|je propose|on vend|nous vendons|code promo|contactez|nhesitez pas|n hesitez pas|donner votre avis|en commentaire|a moins #|premier cours)',
  ],
  teach: [
    '(voici|comment jai|comment j ai|retour d experience|retour dexperience|mon recit|guide|conseils pour bien|resume|calendrier|l article|larticle|la fin (en|de)|prime)',
  ],
  discuss: ['(que pensez vous|quen pensez|qu en pensez|pour ou contre|quelle est votre|posez vos questions|votre avis sur)'],
  opines: [
    '(vous en pensez|en pensez quoi|vous parait|vous semble|collegues|que pensez vous|quen pensez|qu en pensez|pour ou contre|quelle est votre|quel est votre|posez vos questions|votre avis sur)',
  ],
  solved: ['(resolu|regle)'],
  glad: ['(enfin (recu|trouve)|jai enfin|j ai enfin|ravi|ravie|je suis ravi)'],
  joins: ['(moi aussi|pareil|meme probleme|meme chose|idem|nous aussi|chez moi aussi)'],
  answers: ['(jutilise|j utilise|je conseille|je recommande|prends|prenez|essaie|essayez|perso je)'],
  promotes: ['(contactez moi|en mp|lien en bio|lien dans|mon entreprise|notre entreprise)'],
  notice: ['(je suis un bot|automatiquement|message automatique|regle #)'],
  courtesy: ['(merci|bravo|felicitations)'],
};

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

export const dutch = {
  seek: [
    '(zoek|zoeken|gezocht|op zoek naar|ben op zoek|zijn op zoek|nodig) (een|iemand|naar|)',
    '(raden|raad|raadt|aanraden|aanbevelen|tips voor|aanrader|aanraders) (jullie|je|iemand|)',
    '(kan|kunnen|kun|zou|zouden) (iemand|jullie|je) (aanraden|aanbevelen|helpen)',
    '(kent|kennen|weet|weten|heeft|gebruikt) (iemand|jullie) (een|goede|ervaring|)',
    '(alternatief|alternatieven|vervanger|vervanging) (voor|)',
    '(welk|welke) (programma|software|app|bedrijf|dienst|merk|pakket|tool|model|boekhoudprogramma)',
    '(wat|welke|welk) (gebruiken|gebruik|nemen|kiezen|raden) (jullie|je)',
    '(wie kan|waar kan ik|waar vind ik|waar koop ik|wat kost|hoeveel kost)',
    '(ik|we|wij) (wil|willen|overweeg|overwegen|ben van plan) (kopen|huren|overstappen|laten|inhuren)',
    '(wil overstappen|overstappen)',
    '(goede|goedkope|betrouwbare|betaalbare) (fietsenmaker|boekhouder|monteur|aannemer|verhuizer|tandarts|leraar)',
  ],
  choose: ['(wat is beter|of toch|de moeite waard|vergeleken met|vergelijken)'],
  help: [
    '(hoe (doen|doe|kan|moet|pak|krijg) (jullie|ik|je|we)|wat (moet|kan|zal) ik (doen|)|help|hulp|weet niet (meer |)(wat|hoe|wie)|heeft iemand (tips|een idee))',
  ],
  pain: [
    '(loop (helemaal |)vast|werkt niet|doet het niet|laadt niet|kapot|lekke band|probleem met|problemen met|betaalt (al|niet)|valt steeds uit|klopt nooit|baal|wanhopig|gestolen|te duur|niet meer op|vergeet (steeds|altijd))',
  ],
  situation: ['(ik ben|wij zijn|we zijn|ik heb|we hebben|mijn|onze|net begonnen)'],
  budget: ['(budget|maximaal|goedkoop|goedkope|betaalbaar|niet meer dan|tot # euro)'],
  urgency: ['(dringend|zo snel mogelijk|vandaag|morgen|deze week|voor vrijdag|spoed)'],
  seller: [
    '(wij hebben|ik heb|we hebben) (gemaakt|gelanceerd|ontwikkeld|gebouwd|gratis)',
    '(wij bieden|ik bied|wij verkopen|we horen graag|wij komen|stuur een bericht|korting|gratis proberen|onze klanten|voor een afspraak)',
  ],
  teach: ['(zo kreeg|zo houd|tips|in vijf stappen|mijn verhaal|samenvatting|handleiding|kabinet|nieuws|zo heb ik)'],
  discuss: ['(wat vinden jullie|wat vind je|jullie mening|vraag maar raak|wat is jullie favoriete)'],
  opines: [
    '(vinden jullie|denken jullie|eens met|wat vinden jullie|wat vind je|jullie mening|vraag maar raak|wat is jullie favoriete|wat is jullie)',
  ],
  solved: ['(opgelost)'],
  glad: ['(eindelijk|gelukt|bedankt allemaal)'],
  joins: ['(ik ook|wij ook|hier ook|zelfde probleem|heb ik ook|hetzelfde hier)'],
  answers: ['(ik gebruik|wij gebruiken|probeer|ik raad|kan ik aanraden|neem gewoon)'],
  promotes: ['(stuur (mij|me|ons)|link in bio|mijn bedrijf|ons bedrijf|kortingscode)'],
  notice: ['(ik ben een bot|automatisch|regel #)'],
  courtesy: ['(bedankt|dank je|dankjewel|gefeliciteerd)'],
};

export const italian = {
  seek: [
    '(cerco|cerchiamo|cercasi|sto cercando|stiamo cercando|mi serve|ci serve|mi servirebbe|ci servirebbe|mi servono|alla ricerca di) (un|una|uno|qualcuno|qualcosa|dei|delle|)',
    '(ho|abbiamo|avrei|avremmo|avendo) bisogno (di|)',
    '(mi|ci|) (consigliate|consigli|consigliereste|consiglieresti|consigliarmi|consigliarci|raccomandate|suggerite|suggerireste|consiglia)',
    '(potete|potreste|puoi|sapete|sapreste|sapresti|qualcuno puo|qualcuno sa) (consigliarmi|consigliare|consigliarci|suggerirmi|suggerire|indicarmi|dirmi)',
    '(qualcuno|nessuno|qualcuno di voi) (conosce|sa|usa|ha|puo|ha usato|ha provato|ha esperienza|ha esperienze|consiglia)',
    '(conoscete|conosci|sapete) (un|una|qualche|qualcuno|dei|delle|dove|se)',
    '(alternativa|alternative|unalternativa|un alternativa|consigli|consiglio|sostituto) (a|ad|al|alla|per|su|)',
    '(quale|quali|che|qual e il|qual e la) (programma|software|app|gestionale|strumento|azienda|ditta|servizio|piattaforma|marca|modello|banca|operatore|miglior|migliore)',
    '(cosa|che cosa|quale|quali|che) (usate|utilizzate|usi|consigliate|prendereste|mi consigliate)',
    '(dove|quanto) (posso|trovo|trovare|compro|comprare|costa|costerebbe|si paga|si spende|fate)',
    '(vorrei|vorremmo|voglio|vogliamo|sto pensando di|stiamo pensando di|penso di|pensavo di|devo|dobbiamo) (comprare|acquistare|prendere|cambiare|affittare|noleggiare|assumere|far fare|rifare|ristrutturare|passare)',
  ],
  choose: [
    '(oppure|quale conviene|ne vale la pena|vale la pena|conviene|rispetto a|meglio (il|la|un|una)|qual e meglio|passare da|passare a)',
  ],
  help: [
    '(come (fate|faccio|posso|si fa|devo|funziona|gestite|dovrei)|cosa (posso|devo|dovrei|possiamo) (fare|)|aiuto|aiutatemi|non (so|sappiamo) (come|cosa|dove|piu|a chi|se)|qualche (consiglio|idea|dritta)|suggerimenti)',
  ],
  pain: [
    '(non (mi|ci|) (paga|pagano|funziona|risponde|rispondono|parte|riesco|riusciamo)|disperato|disperata|un disastro|problema con|problemi con|mi dimentico|rotto|rotta|si e rotto|si e rotta|guasto|guasta|stufo|stufa|troppo caro|troppo cara|costa troppo|aumentato|sto impazzendo|bloccato|bloccata|non ne posso piu)',
  ],
  situation: ['(sono|siamo|ho|abbiamo|mio|mia|nostro|nostra|ho appena|sto|da poco)'],
  budget: ['(budget|massimo|economico|economica|economici|a buon prezzo|fino a # euro|non piu di|spendere poco)'],
  urgency: [
    '(urgente|urgenza|il prima possibile|al piu presto|entro (domani|lunedi|venerdi|sabato|fine)|questa settimana|subito|entro un mese)',
  ],
  seller: [
    '(abbiamo|ho) (creato|lanciato|sviluppato|realizzato|aperto|fondato)',
    '(offro|offriamo|vendo|vendiamo|contattatemi|contattateci|contattami|scrivetemi in privato|scrivimi in privato|link in bio|prima lezione gratuita|codice sconto|cosa ne pensate del mio|la nostra azienda)',
  ],
  teach: [
    '(ecco (come|i|le|la|il)|guida|riassunto|come sono riuscito|come sono riuscita|la mia esperienza|vi racconto|notizia|il governo|in cinque passi)',
  ],
  discuss: ['(cosa ne pensate|che ne pensate|secondo voi|la vostra opinione|qual e la vostra|chiedetemi)'],
  opines: [
    '(cosa ne pensate|che ne pensate|vi sembra|siete daccordo|siete d accordo|la vostra opinione|qual e (la vostra|il vostro|la tua|il tuo)|chiedetemi|favorevoli o contrari)',
  ],
  solved: ['(risolto)'],
  glad: ['(finalmente (ho|e|abbiamo)|ce lho fatta|ce l ho fatta|ci sono riuscito|ci sono riuscita|grazie a tutti)'],
  joins: ['(anche io|anchio|anche a me|anche noi|stesso problema|stessa situazione|uguale qui|idem)'],
  answers: ['(io uso|noi usiamo|ti consiglio|vi consiglio|prova|provate|io mi trovo bene|mi trovo bene)'],
  promotes: ['(scrivimi|scrivetemi|link in|la mia azienda|la nostra ditta|codice sconto)'],
  notice: ['(sono un bot|automaticamente|messaggio automatico|regola #)'],
  courtesy: ['(grazie|grazie mille|complimenti|congratulazioni)'],
};
