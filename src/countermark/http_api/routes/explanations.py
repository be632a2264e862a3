"""Why a permission was decided as it was: for the desk and for `countermark rules explain`."""

from fastapi import APIRouter

from countermark.actions.explanations import explanation_of
from countermark.http_api.dependencies import TheDesk
from countermark.http_api.guards.api_errors import error_responses
from countermark.http_api.shapes import gate_wire, render_gate

router = APIRouter(prefix="/api/permissions", tags=["permissions"], responses=error_responses(404, 409))


@router.get("/{permission_id}/explanation")
async def explain_permission(desk: TheDesk, permission_id: gate_wire.PermissionId) -> gate_wire.PermissionExplanation:
    """Which rule decided, on which line, and why the others did not."""
    return render_gate.explanation(await explanation_of(desk, permission_id))
