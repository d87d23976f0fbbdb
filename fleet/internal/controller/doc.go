// Package controller rolls the configuration of a ConfigPool out to its assignments, on controller-runtime.
//
// A pass over a pool reads the pool from the server and everything else from informers, asks package rollout what to
// do, writes the status, and only then acts: it copies the content, moves assignments, and deletes copies that nothing
// names any more. Nothing is kept outside of the API server, so that a successor goes on wherever this process ends.
//
// Nothing is polled. The objects that a pass depends on are watched, and changes of many assignments lead to one pass.
// The informers keep only the fields that a decision needs: assignments and nodes without the rest of their fields, and
// ConfigMaps without their content.
package controller
