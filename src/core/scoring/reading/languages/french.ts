export const french = {
  seek: [
    '(je|nous) (cherche|cherchons|recherche|recherchons)',
    '(cherche|recherche|cherchons|recherchons)',
    '(besoin (d|de|dun|dune)|jai besoin|jaurais besoin|on a besoin)',
    '(quel|quelle|quels|quelles) (logiciel|outil|application|appli|marque|entreprise|service|site|modele|programme|prestataire|velo|est le meilleur|est la meilleure) (me|nous|)',
    '(me|nous|) (conseillez vous|conseillez|conseiller|recommandez|recommandez vous|recommander|conseilleriez)',
    '(a recommander|a conseiller|des recommandations|une recommandation|conseil pour|conseils pour|un conseil|alternative a|alternatives a|remplacer)',
    '(est ce que|) (quelquun|quelqu un) (connait|connaitrait|a|aurait|utilise|peut|sait|recommande|)',
    '(connaissez vous|vous connaissez|vous utilisez quoi|vous avez quoi|que utilisez vous|quutilisez vous|vous prenez quoi)',
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
  situation: ['(je suis|nous sommes|jai|nous avons|mon|ma|mes|notre|je viens de|on est)'],
  budget: ['(budget|maximum|pas cher|pas trop cher|moins de|jusqu a # euros|# euros)'],
  urgency: ['(urgent|rapidement|au plus vite|des que possible|lundi|demain|cette semaine|avant le)'],
  seller: [
    '(nous avons|jai|on a) (cree|lance|developpe|ouvert|concu)',
    '(nous proposons|je propose|on vend|nous vendons|code promo|contactez|nhesitez pas|n hesitez pas|donner votre avis|en commentaire|a moins #|premier cours)',
  ],
  teach: [
    '(voici|comment jai|retour d experience|retour dexperience|mon recit|guide|conseils pour bien|resume|calendrier|l article|larticle|la fin (en|de)|prime)',
  ],
  discuss: ['(que pensez vous|quen pensez|pour ou contre|quelle est votre|posez vos questions|votre avis sur)'],
  opines: [
    '(vous en pensez|en pensez quoi|vous parait|vous semble|collegues|que pensez vous|quen pensez|pour ou contre|quelle est votre|quel est votre|posez vos questions|votre avis sur)',
  ],
  solved: ['(resolu|regle)'],
  glad: ['(enfin (recu|trouve)|jai enfin|ravi|ravie|je suis ravi)'],
  joins: ['(moi aussi|pareil|meme probleme|meme chose|idem|nous aussi|chez moi aussi)'],
  answers: ['(jutilise|j utilise|je conseille|je recommande|prends|prenez|essaie|essayez|perso je)'],
  promotes: ['(contactez moi|en mp|lien en bio|lien dans|mon entreprise|notre entreprise)'],
  notice: ['(je suis un bot|automatiquement|message automatique|regle #)'],
  courtesy: ['(merci|bravo|felicitations)'],
};
