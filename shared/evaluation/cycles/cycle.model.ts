import { embedded } from '../../db/fields';
import type { SoftDeletedRow, TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import { type CycleSettings, PeerNomination, ReleaseBy } from './cycle-settings.rules';
import { CycleStatus } from './cycle-status';
import type { SubjectRule } from './cycle-subjects.rules';

/** State of a cycle's gaps; `None` before the first closing. */
export enum GapsState {
  None = 'None',
  Calculating = 'Calculating',
  Calculated = 'Calculated',
  Failed = 'Failed',
}

export interface Cycle extends TenantRow, SoftDeletedRow {
  name: string;
  description: string | null;
  templateId: string | null;
  /** Calendar dates, `yyyy-mm-dd`. */
  startDate: string | null;
  endDate: string | null;
  status: CycleStatus;
  settings: CycleSettings;
  /** Set by the first generation, which freezes the template. */
  generatedAt: Date | null;
  /** When it left Draft for a status that takes answers; omitted in cycles from before reminders existed. */
  openedAt?: Date | null;
  closedAt: Date | null;
  /** When it last left Closed or Archived; null if never. */
  reopenedAt: Date | null;
  resultsPublishedAt: Date | null;
  /** When retention began to delete its answers; the derived figures are final. */
  answersDeletedAt: Date | null;
  /** `runId` is the complete gap run that readers see; a recalculation replaces it in one write. */
  gaps: { state: GapsState; calculatedAt: Date | null; runId: string | null };
  /** The id of a change of weights that the stored scores do not yet reflect; null when they do. */
  rescoring: string | null;
  searchText: string;
}

const weight = { type: Number, required: true };

export const CycleModel = tenantModel<Cycle>(
  'Cycle',
  {
    name: { type: String, required: true, trim: true, personal: 'none' },
    description: { type: String, default: null, trim: true, personal: 'none' },
    templateId: { type: String, default: null, personal: 'none' },
    startDate: { type: String, default: null, personal: 'none' },
    endDate: { type: String, default: null, personal: 'none' },
    status: {
      type: String,
      required: true,
      enum: Object.values(CycleStatus),
      default: CycleStatus.Draft,
      personal: 'none',
    },
    settings: {
      type: embedded({
        weights: {
          type: embedded({ Self: weight, Manager: weight, Peer: weight, DirectReport: weight, Stakeholder: weight }),
          required: true,
        },
        minPeers: { type: Number, required: true },
        maxPeers: { type: Number, required: true },
        preferSameDepartment: { type: Boolean, required: true },
        useCalibration: { type: Boolean, required: true },
        release: { type: String, required: true, enum: Object.values(ReleaseBy), default: ReleaseBy.Hr },
        peerNomination: {
          type: String,
          required: true,
          enum: Object.values(PeerNomination),
          default: PeerNomination.Off,
        },
        nominationEndDate: { type: String, default: null },
        maxEvaluations: { type: Number, default: null },
        reminders: {
          daysBefore: { type: [Number], default: [] },
          sendOpening: { type: Boolean, default: false },
        },
        subjects: {
          type: embedded<SubjectRule>({
            departmentIds: { type: [String], required: true },
            jobProfileIds: { type: [String], required: true },
            hiredBefore: { type: String, default: null },
            excludedIds: { type: [String], required: true },
            includedIds: { type: [String], required: true },
          }),
          default: null,
        },
      }),
      required: true,
      personal: 'none',
    },
    generatedAt: { type: Date, default: null, personal: 'none' },
    openedAt: { type: Date, default: null, personal: 'none' },
    closedAt: { type: Date, default: null, personal: 'none' },
    reopenedAt: { type: Date, default: null, personal: 'none' },
    resultsPublishedAt: { type: Date, default: null, personal: 'none' },
    answersDeletedAt: { type: Date, default: null, personal: 'none' },
    gaps: {
      state: {
        type: String,
        required: true,
        enum: Object.values(GapsState),
        default: GapsState.None,
        personal: 'none',
      },
      calculatedAt: { type: Date, default: null, personal: 'none' },
      runId: { type: String, default: null, personal: 'none' },
    },
    rescoring: { type: String, default: null, personal: 'none' },
  },
  {
    searchable: ['name'],
    softDelete: true,
    indexes: [{ keys: { createdAt: -1, _id: 1 } }, { keys: { closedAt: -1, _id: 1 } }, { keys: { templateId: 1 } }],
  },
);
