import { Schema } from 'mongoose';
import type { SoftDeletedRow, TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import { type CycleSettings, PeerNomination, ReleaseBy } from './cycle-settings.rules';
import { CycleStatus } from './cycle-status';

/** State of a cycle's gaps; `None` before the first closing. */
export enum GapsState {
  None = 'None',
  Calculating = 'Calculating',
  Calculated = 'Calculated',
  Failed = 'Failed',
}

/** An evaluation cycle. */
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

const subdocument = { _id: false } as const;
const weight = { type: Number, required: true };

export const CycleModel = tenantModel<Cycle>(
  'Cycle',
  {
    name: { type: String, required: true, trim: true },
    description: { type: String, default: null, trim: true },
    templateId: { type: String, default: null },
    startDate: { type: String, default: null },
    endDate: { type: String, default: null },
    status: { type: String, required: true, enum: Object.values(CycleStatus), default: CycleStatus.Draft },
    settings: {
      type: new Schema(
        {
          weights: {
            type: new Schema(
              { Self: weight, Manager: weight, Peer: weight, DirectReport: weight, Stakeholder: weight },
              subdocument,
            ),
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
        },
        subdocument,
      ),
      required: true,
    },
    generatedAt: { type: Date, default: null },
    openedAt: { type: Date, default: null },
    closedAt: { type: Date, default: null },
    reopenedAt: { type: Date, default: null },
    resultsPublishedAt: { type: Date, default: null },
    answersDeletedAt: { type: Date, default: null },
    gaps: {
      state: { type: String, required: true, enum: Object.values(GapsState), default: GapsState.None },
      calculatedAt: { type: Date, default: null },
      runId: { type: String, default: null },
    },
    rescoring: { type: String, default: null },
  },
  {
    searchable: ['name'],
    softDelete: true,
    indexes: [{ keys: { createdAt: -1, _id: 1 } }, { keys: { closedAt: -1, _id: 1 } }, { keys: { templateId: 1 } }],
  },
);
