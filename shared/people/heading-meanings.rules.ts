import { foldText } from '../kernel/name-order.rules';
import type { EmployeeColumn } from './employee-csv.rules';

type Synonyms = Readonly<Partial<Record<EmployeeColumn, string>>>;

/**
 * What headings of HR systems mean, by language, separated by commas. Of several headings for one column the one that comes first here
 * is read. Signs, spaces, case and accents do not matter.
 */
const SYNONYMS: Readonly<Record<'en' | 'es' | 'pt' | 'fr' | 'de', Synonyms>> = {
  en: {
    firstname: 'first name, given name, legal first name, preferred first name, forename, first',
    lastname: 'last name, family name, surname, legal last name, last',
    secondlastname: 'second last name, second surname, secondary last name',
    fullname: 'full name, name, employee name, worker, worker name, display name, employee, preferred name, legal name',
    email:
      'work email, email, email address, work email address, primary work email, company email, business email, corporate email, email primary work, email 1 value, e mail 1 value, user principal name, mail',
    employeecode:
      'employee code, employee id, employee number, employee no, employee, emp id, empid, emp no, personnel number, staff id, worker id, associate id, person number, user id, payroll number, external id',
    department:
      'department, department name, team, org unit, organizational unit, organization unit, supervisory organization, division, business unit, home department, organization 1 department, organization department, cost center name',
    manager:
      'manager, manager email, line manager, reports to, reporting to, supervisor, direct manager, manager name, workers manager, supervisor name, supervisor email, reports to name, reports to email, manager id, reporting manager',
    jobprofile:
      'job profile, job title, position, title, business title, position title, role, employee title, job, job name, job title description, organization 1 title, organization title',
    hiredate:
      'hire date, start date, date of hire, original hire date, date hired, employment start date, joining date, date of joining, join date, most recent hire date, employment date, contract start date',
    status: 'status, employee status, employment status, worker status, employment state',
  },
  es: {
    firstname: 'nombre, nombre de pila, nombres, nombre del empleado, nombre trabajador',
    lastname:
      'apellidos, apellido, primer apellido, apellido 1, 1er apellido, apellido paterno, apellidos del empleado, apellidos trabajador',
    secondlastname: 'segundo apellido, apellido 2, 2o apellido, apellido materno',
    fullname:
      'nombre completo, nombre y apellidos, apellidos y nombre, apellidos nombre, nombre apellidos, empleado, trabajador, nombre del trabajador',
    email:
      'correo electronico, correo, correo corporativo, correo de empresa, email corporativo, correo electronico corporativo, email trabajo, direccion de correo, direccion de correo electronico, correo de trabajo, email empresa',
    employeecode:
      'codigo de empleado, codigo empleado, numero de empleado, n empleado, no empleado, num empleado, codigo trabajador, codigo de trabajador, codigo del trabajador, matricula, id empleado, id de empleado, legajo, codigo, identificador',
    department: 'departamento, area, equipo, unidad, seccion, unidad organizativa, nombre departamento, division',
    manager:
      'responsable, jefe, jefe directo, superior, supervisor, manager, responsable directo, email responsable, correo del responsable, reporta a, superior jerarquico, mando, jefatura',
    jobprofile:
      'puesto, puesto de trabajo, cargo, categoria, perfil de puesto, ocupacion, funcion, titulo del puesto, rol',
    hiredate:
      'fecha de alta, fecha alta, fecha de contratacion, fecha de ingreso, fecha de incorporacion, fecha de inicio, fecha antiguedad, fecha de antiguedad, antiguedad, alta, fecha ingreso, fecha incorporacion, inicio de contrato',
    status: 'estado, situacion, estado del empleado, estado laboral, situacion laboral, estado de empleo',
  },
  pt: {
    firstname: 'primeiro nome, nome proprio',
    lastname: 'sobrenome, apelido, ultimo nome',
    fullname: 'nome completo, nome, nome do funcionario, nome do colaborador, colaborador, funcionario',
    email: 'email corporativo, correio eletronico, email profissional, e mail corporativo, email do colaborador',
    employeecode:
      'numero do funcionario, codigo do funcionario, numero de funcionario, registro, id do colaborador, chapa',
    department: 'departamento, setor, equipa, equipe, lotacao',
    manager: 'gestor, gerente, chefe, chefia, gestor direto, superior imediato, lider, responsavel',
    jobprofile: 'cargo, funcao, titulo do cargo',
    hiredate: 'data de admissao, data de contratacao, data de inicio, admissao, data admissao',
    status: 'estado, situacao, estado do colaborador, status do funcionario, situacao do funcionario',
  },
  fr: {
    firstname: 'prenom, prenoms, prenom usuel',
    lastname: 'nom de famille, nom, nom usuel, nom de naissance',
    fullname: 'nom complet, nom et prenom, nom prenom, prenom et nom, prenom nom, collaborateur, salarie',
    email:
      'adresse e mail, adresse email, courriel, email professionnel, e mail professionnel, adresse e mail professionnelle, adresse electronique, adresse mail, mail professionnel',
    employeecode: 'matricule, numero de matricule, numero employe, code employe, code salarie, matricule salarie',
    department: 'departement, service, equipe, direction, unite organisationnelle, pole',
    manager: 'responsable, manager, superieur hierarchique, responsable hierarchique, n 1, chef, superieur',
    jobprofile: 'poste, intitule du poste, fonction, intitule de poste, emploi, metier',
    hiredate: 'date d embauche, date d entree, date de debut, date entree, date d anciennete, date de debut de contrat',
    status: 'statut, etat, statut du salarie, statut de l employe, situation',
  },
  de: {
    firstname: 'vorname, rufname',
    lastname: 'nachname, familienname, zuname',
    fullname: 'vollstandiger name, vor und nachname, mitarbeiter, mitarbeitername, name vorname',
    email:
      'e mail adresse, email adresse, e mail geschaftlich, geschaftliche e mail, dienstliche e mail, arbeits e mail',
    employeecode: 'personalnummer, mitarbeiternummer, mitarbeiter id, personal nr, pers nr, mitarbeiter nr',
    department: 'abteilung, bereich, team, organisationseinheit, kostenstelle',
    manager: 'vorgesetzter, fuhrungskraft, vorgesetzte r, vorgesetzte, teamleiter, disziplinarischer vorgesetzter',
    jobprofile: 'stelle, position, stellenbezeichnung, funktion, jobtitel, tatigkeit, berufsbezeichnung',
    hiredate: 'eintrittsdatum, einstellungsdatum, eintritt, beginn, vertragsbeginn, startdatum, einstelldatum',
    status: 'status, mitarbeiterstatus, beschaftigungsstatus, anstellungsstatus',
  },
};

/** Columns by heading, in the order of preference. */
const MEANINGS: ReadonlyMap<string, EmployeeColumn> = meanings();

function meanings(): Map<string, EmployeeColumn> {
  const found = new Map<string, EmployeeColumn>();
  for (const language of Object.values(SYNONYMS))
    for (const [column, headings] of Object.entries(language) as [EmployeeColumn, string][])
      for (const heading of headings.split(',').map(meaningKey)) if (!found.has(heading)) found.set(heading, column);
  return found;
}

/** "E-Mail (Work)" and "email work" are the same; notes such as "[Required]" are none of it. */
function meaningKey(heading: string): string {
  return foldText(heading.replace(/\[[^\]]*\]/g, '').replace('#', 'no')).replace(/[^\p{L}\p{N}]/gu, '');
}

/** Whether a heading is recognized without being assigned to a column. */
export function isRecognized(heading: string): boolean {
  return MEANINGS.has(meaningKey(heading));
}

/**
 * Returns the columns that headings mean, in their order; null: none, or another heading means the same column better. `taken` are
 * the columns that the file names otherwise.
 */
export function meaningsOf(
  headings: readonly string[],
  taken: ReadonlySet<string> = new Set(),
): (EmployeeColumn | null)[] {
  const keys = headings.map(meaningKey);
  const columns: (EmployeeColumn | null)[] = headings.map(() => null);
  const used = new Set(taken);
  for (const [key, column] of MEANINGS) {
    const at = keys.indexOf(key);
    if (at === -1 || used.has(column)) continue;
    used.add(column);
    columns[at] = column;
  }
  const at = columns.indexOf('fullname');
  if (at === -1) return columns;
  // "Vorname, Name", "Nome, Sobrenome": the name next to a first or last name is the other one.
  if (used.has('firstname')) columns[at] = used.has('lastname') ? null : 'lastname';
  else if (used.has('lastname')) columns[at] = 'firstname';
  return columns;
}
