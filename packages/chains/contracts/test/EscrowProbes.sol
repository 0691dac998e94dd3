// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Task, TaskSource} from "../Escrow.sol";
import {EscrowFactory, EscrowTerms, Outcome} from "../EscrowFactory.sol";
import {PlainToken} from "./NastyTokens.sol";

/// @notice Releases an escrow without the factory's checks, to try the gas rule of the escrow itself.
contract BareFactory is TaskSource {
    function currentTask() external pure returns (Task task, address token) {
        return (Task.Release, address(0));
    }

    function release(bytes32 salt, bytes memory initCode) external {
        assembly ("memory-safe") {
            if iszero(create2(0, add(initCode, 32), mload(initCode), salt)) { revert(0, 0) }
        }
    }
}

/// @notice Funds and releases an escrow for each amount and returns what the fee receiver got of it; meant for eth_call.
contract EscrowFeeProbe {
    function tokenFees(EscrowFactory factory, EscrowTerms memory terms, uint256[] calldata amounts) external returns (uint256[] memory fees) {
        PlainToken token = new PlainToken();
        terms.token = address(token);
        fees = new uint256[](amounts.length);
        for (uint256 i; i < amounts.length; ++i) {
            bytes memory proof = _prepare(factory, terms, amounts[i], i);
            token.mint(factory.addressOf(terms), amounts[i]);
            uint256 beneficiaryBefore = token.balanceOf(terms.beneficiary);
            uint256 feeBefore = token.balanceOf(terms.feeReceiver);
            factory.settle(terms, Outcome.Release, proof);
            fees[i] = token.balanceOf(terms.feeReceiver) - feeBefore;
            require(token.balanceOf(terms.beneficiary) - beneficiaryBefore + fees[i] == amounts[i], "parts do not add up");
        }
    }

    function nativeFees(EscrowFactory factory, EscrowTerms memory terms, uint256[] calldata amounts)
        external
        payable
        returns (uint256[] memory fees)
    {
        fees = new uint256[](amounts.length);
        for (uint256 i; i < amounts.length; ++i) {
            bytes memory proof = _prepare(factory, terms, amounts[i], i);
            payable(factory.addressOf(terms)).transfer(amounts[i]);
            uint256 beneficiaryBefore = terms.beneficiary.balance;
            uint256 feeBefore = terms.feeReceiver.balance;
            factory.settle(terms, Outcome.Release, proof);
            fees[i] = terms.feeReceiver.balance - feeBefore;
            require(terms.beneficiary.balance - beneficiaryBefore + fees[i] == amounts[i], "parts do not add up");
        }
    }

    function _prepare(EscrowFactory factory, EscrowTerms memory terms, uint256 amount, uint256 i) private pure returns (bytes memory proof) {
        bytes32 word = bytes32(i);
        (terms.id, terms.amount, terms.releaseHash) = (word, amount, factory.releaseHash(word, word));
        return abi.encode(word);
    }
}
