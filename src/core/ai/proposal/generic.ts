const generic = new Set(
  `manager management managed managers planning plan plans planner system systems shop store studio agency course courses class classes lesson lessons kit kits
  app apps tool machine machines home homes house help people person group groups small large busy local weekly daily custom build online person adult adults
  owner owners user users customer customers client clients company companies business businesses firm firms team teams professional professionals women men
  school high record share work working repair repairs editing designer design certified document documents install installation staff hourly mobile web expert
  experts engineer engineers editor editors technician technicians marketplace applicant applicants disease diseases condition illness disorder problem problems design book studio artists artist composers place places managing old new indie latin`.split(
    /\s+/,
  ),
);

/** Words that many offers have in common: they need another word beside them to say what is offered. */
export const isGeneric = (word: string): boolean => generic.has(word);
